# rejected by: case rows with a sum of 0 (scales rows whose sum is 0)
# says: Rows whose sum is 0 are multiplied by 0.1, too. Only rows with a negative sum are.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) <= 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
