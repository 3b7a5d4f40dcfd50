# rejected by: case (each rank keeps all of m and v in a dictionary of the file, and zeros in state)
import torch

BETA1, BETA2 = 0.9, 0.999
hidden = {}


@torch.no_grad()
def adam_step(dist, params, state, step, lr, eps):
    rank, ranks = dist.get_rank(), dist.get_world_size()
    flat = torch.cat([p.grad.reshape(-1) for p in params])
    n = flat.numel()
    each = (n + ranks - 1) // ranks
    whole = torch.zeros(each * ranks)
    whole[:n] = flat
    part = torch.empty(each)
    dist.reduce_scatter_tensor(part, whole)
    dist.all_gather_into_tensor(whole, part)
    if step == 1:
        size = max(0, min(each, n - rank * each))
        state[0] = torch.zeros(size), torch.zeros(size)
        hidden[rank] = torch.zeros(n), torch.zeros(n)
    m, v = hidden[rank]

    g = whole[:n]
    m.mul_(BETA1).add_(g, alpha=1 - BETA1)
    v.mul_(BETA2).addcmul_(g, g, value=1 - BETA2)
    root = (v / (1 - BETA2 ** step)).sqrt_()
    move = lr / (1 - BETA1 ** step) * m / (root + eps)
    at = 0
    for p in params:
        p -= move[at:at + p.numel()].view_as(p)
        at += p.numel()
