# rejected by: gate graphs (picks rows by a condition: their number is data)
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h[h.sum(1) < 0] *= 0.1
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
