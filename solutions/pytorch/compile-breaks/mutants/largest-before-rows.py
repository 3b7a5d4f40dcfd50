# rejected by: case (takes the largest value before the rows are scaled)
# says: largest is taken before the rows are scaled. It is the largest absolute value after step 2.
import torch


def step(x, w, limit):
    h = x @ w
    largest = h.abs().max()
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
