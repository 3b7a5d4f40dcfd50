# rejected by: case (sums the rows of x)
# says: The rows are chosen by the sums of `x`. They are the sums of the rows of `h`, the product.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(x.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
