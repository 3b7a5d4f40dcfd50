# passes (asks autograd for the gradients and adds them itself, and calls the model by torch.func)
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    own = dict(model.named_parameters())
    total = torch.zeros(())
    for first in range(0, len(x), part):
        xs, ys = x[first:first + part], y[first:first + part]
        out = torch.func.functional_call(model, own, (xs,))
        loss = F.mse_loss(out, ys, reduction="sum") / len(x)
        for p, g in zip(own.values(), torch.autograd.grad(loss, list(own.values()))):
            p.grad = g if p.grad is None else p.grad.add_(g)
        total += loss.detach()
    return total
