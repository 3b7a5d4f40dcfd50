# rejected by: case (looks at the first 512 rows of the batches)
import torch

SAMPLE = 512  # rows


def round_trip(x, scale, most):
    return torch.round(x / scale).clamp(-most, most) * scale


def calibrate(batches, most, method):
    x = torch.cat(list(batches))[:SAMPLE]
    size = x.abs()
    if method == "percentile":
        left_out = x.shape[0] // 50
        clip = size.topk(left_out + 1, dim=0).values[left_out]
    else:
        clip = size.amax(0)
    if method == "error":
        largest = torch.where(clip == 0, torch.ones_like(clip), clip)
        clips = torch.stack([largest * k / 16 for k in range(1, 17)])
        errors = torch.stack([(round_trip(x, c / most, most) - x).square().sum(0)
                              for c in clips])
        best = clips.gather(0, errors.argmin(0, keepdim=True))[0]
        clip = torch.where(clip == 0, clip, best)
    return torch.where(clip == 0, torch.ones_like(clip), clip / most)


def compare(w, batches, x, most):
    exact = x @ w.T
    errors = []
    for method in "max", "percentile", "error":
        scale = calibrate(batches, most, method)
        errors.append((round_trip(x, scale, most) @ w.T - exact).square().mean())
    return torch.stack(errors)
