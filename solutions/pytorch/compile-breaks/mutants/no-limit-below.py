# rejected by: case (scales up what is below the limit)
# says: `h` is multiplied by limit / largest even if `largest` is below `limit`. Then it has to stay as it is.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * (limit / largest)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
