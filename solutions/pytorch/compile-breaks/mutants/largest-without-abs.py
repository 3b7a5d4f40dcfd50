# rejected by: case (largest is the largest value of h, which can be negative)
# says: largest is the largest value of h. It is the largest absolute value: h.abs().max().
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.max()
    h = torch.where(largest > limit, h * (limit / largest), h)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
