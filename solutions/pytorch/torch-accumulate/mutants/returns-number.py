# rejected by: trap wrong-result (returns a number of Python instead of a tensor)
import torch
import torch.nn.functional as F


def accumulate(model, x, y, part):
    total = 0.0
    for xs, ys in zip(x.split(part), y.split(part)):
        # The part's share of a mean over all samples.
        share = F.mse_loss(model(xs), ys) * (len(xs) / len(x))
        # Adds to .grad, and frees what this part has left.
        share.backward()
        total += share.item()
    return total
