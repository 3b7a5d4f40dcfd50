# rejected by: case (divides by the count plus 1)
# says: `y` is divided by the count plus 1. Divide by the count, and by 1 only if it is 0.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum()+ 1
    return h / count, largest
