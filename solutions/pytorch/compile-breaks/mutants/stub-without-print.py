# rejected by: gate captured (the loop over rows still decides by values)
import torch


def step(x, w, limit):
    h = x @ w
    # Both sides are computed; which one counts is data.
    rows = []
    for row in h:
        rows.append(row * 0.1 if row.sum() < 0 else row)
    h = torch.stack(rows)
    largest = h.abs().max()
    # limit / 0 is infinite, and clamp makes 1 of it.
    h = h * torch.clamp(limit / largest, max=1)
    count = (h > 0).sum().clamp(min=1)
    return h / count, largest
