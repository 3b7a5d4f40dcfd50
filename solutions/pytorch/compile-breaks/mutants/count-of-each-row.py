# rejected by: case (divides each row by the number of its own positive elements)
# says: Each row is divided by the number of its own positive elements. The count is that of all of h.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum(1, keepdim=True).clamp(min=1)
    return h / count, largest
