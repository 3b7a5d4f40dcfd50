# rejected by: gate peak_tensors (keeps the gradients of all parts)
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total, grads = torch.zeros(()), []
    params = list(model.parameters())
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        grads.append(torch.autograd.grad(share, params))
        total += share.detach()
    for p, *parts in zip(params, *grads):
        p.grad = sum(parts)
    return total
