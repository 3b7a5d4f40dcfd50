# rejected by: case (returns the largest value after h was limited)
# says: largest is taken after h was limited. It is the largest absolute value before step 4.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    largest = h.abs().max()
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
