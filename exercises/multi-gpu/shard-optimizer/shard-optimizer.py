import torch

BETA1, BETA2 = 0.9, 0.999


# TODO: right, and wasteful. Every rank keeps m and v of all parameters, and
# all ranks compute the same update.
@torch.no_grad()
def adam_step(dist, params, state, step, lr, eps):
    for i, p in enumerate(params):
        dist.all_reduce(p.grad)
        if i not in state:
            state[i] = torch.zeros_like(p), torch.zeros_like(p)
        m, v = state[i]
        m.mul_(BETA1).add_(p.grad, alpha=1 - BETA1)
        v.mul_(BETA2).addcmul_(p.grad, p.grad, value=1 - BETA2)
        root = (v / (1 - BETA2 ** step)).sqrt_()
        p -= lr / (1 - BETA1 ** step) * m / (root + eps)
