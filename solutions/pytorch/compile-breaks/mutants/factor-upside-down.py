# rejected by: case (multiplies by largest / limit)
# says: The factor of step 4 is upside down: `h` is multiplied by `largest / limit`, cut off at 1. It is `limit / largest`.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(largest / limit, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
