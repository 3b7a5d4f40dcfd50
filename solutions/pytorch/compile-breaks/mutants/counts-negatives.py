# rejected by: case (counts all elements that are not 0)
# says: Negative elements are counted, too. Step 5 counts the elements above 0.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = torch.count_nonzero(h).clamp(min=1)
    return h / count, largest
