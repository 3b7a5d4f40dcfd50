# rejected by: case (adds a small number to largest)
# says: A small number is added to `largest` before the division, so `h` becomes too small. `limit / 0` is infinite, and a clamp makes 1 of it.
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    h = torch.where(h.sum(1, keepdim=True) < 0, h * 0.1, h)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / (largest + 1e-3), max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
