# rejected by: case (the factor has no upper end)
# says: The factor `limit / largest` is at least 1, so `h` only grows. It has to be at most 1: look at min and max of the clamp.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, min=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
