# rejected by: case (scales the rows that should stay)
# says: The wrong rows are multiplied by 0.1: those whose sum is not negative. Look at the order of the two values in `torch.where`.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h, h * 0.1)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
