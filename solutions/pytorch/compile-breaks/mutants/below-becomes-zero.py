# rejected by: case (all of h becomes 0 below the limit)
# says: If `largest` is not above `limit`, all of `h` becomes 0. Then the factor is 1.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.where(largest > limit, limit / largest, 0)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
