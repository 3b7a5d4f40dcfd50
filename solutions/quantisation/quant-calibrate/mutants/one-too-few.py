# rejected by: case (leaves out one value too few)
# says: The clip is the last of the N // 50 values that should be left out. With the largest first, it has the index N // 50.
import torch


def round_trip(x, scale, most):
    return torch.round(x / scale).clamp(-most, most) * scale


def calibrate(batches, most, method):
    x = torch.cat(batches)
    a = x.abs()
    top = a.amax(0)
    if method == "max":
        clip = top
    elif method == "percentile":
        clip = a.sort(0, descending=True).values[len(a) // 50 - 1]
    else:
        best = torch.full_like(top, float("inf"))
        clip = top.clone()
        for k in range(1, 17):
            c = top * k / 16
            s = torch.where(c > 0, c / most, torch.ones_like(c))
            e = (round_trip(x, s, most) - x).square().sum(0)
            clip = torch.where(e < best, c, clip)
            best = torch.minimum(e, best)
    return torch.where(top > 0, clip / most, torch.ones_like(top))


def compare(w, batches, x, most):
    errors = []
    for method in "max", "percentile", "error":
        scale = calibrate(batches, most, method)
        errors.append(((round_trip(x, scale, most) - x) @ w.T).square().mean())
    return torch.stack(errors)
