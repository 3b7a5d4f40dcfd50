# rejected by: case (rows with a positive sum become 0)
# says: Rows whose sum is not negative become 0. The mask is 0 for them, and they are multiplied by it: their factor has to be 1.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = h * ((h.sum(1, keepdim=True) < 0) * 0.1)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
