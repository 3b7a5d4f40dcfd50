# rejected by: case (the product is computed in half precision)
# says: The numbers are rounded to half precision before the product, which keeps three digits. Compute in float32.
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    # One product for all frames, written where the results go.
    out.copy_((h.view(n * rows, cols).half() @ w.half()).view(n, rows, -1))
    out.relu_()
    return out.sum((1, 2))
