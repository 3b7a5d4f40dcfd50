# rejected by: case (each parameter has its own parts and its own calls)
import torch

BETA1, BETA2 = 0.9, 0.999


@torch.no_grad()
def adam_step(dist, params, state, step, lr, eps):
    ranks, me = dist.get_world_size(), dist.get_rank()
    for i, p in enumerate(params):
        n, part = p.numel(), -(-p.numel() // ranks)
        grads, flat = p.new_zeros(part * ranks), p.new_zeros(part * ranks)
        grads[:n], flat[:n] = p.grad.reshape(-1), p.reshape(-1)
        g = p.new_empty(part)
        dist.reduce_scatter_tensor(g, grads)
        if i not in state:
            state[i] = torch.zeros_like(g), torch.zeros_like(g)
        m, v = state[i]
        own = flat[me * part:(me + 1) * part].clone()
        m.mul_(BETA1).add_(g, alpha=1 - BETA1)
        v.mul_(BETA2).addcmul_(g, g, value=1 - BETA2)
        root = (v / (1 - BETA2 ** step)).sqrt_()
        own -= lr / (1 - BETA1 ** step) * m / (root + eps)
        dist.all_gather_into_tensor(flat, own)
        p.copy_(flat[:n].view_as(p))
