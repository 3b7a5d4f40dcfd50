# A colleague's function, which is right and which torch.compile cannot use.
#
# TODO: make one graph of it. Keep what it returns, and leave the printing and the
# counting to the caller.
import torch

calls = 0


def step(x, w, limit):
    global calls
    h = x @ w
    rows = []
    for row in h:
        if row.sum() < 0:
            row = row * 0.1
        rows.append(row)
    h = torch.stack(rows)
    largest = h.abs().max()
    if largest > limit:
        h = h * (limit / largest)
    calls += 1
    if calls % 100 == 0:
        print("largest", largest.item())
    count = int((h > 0).sum())
    return h / max(count, 1), largest
