# rejected by: gate peak_tensors (a copy of what nobody changes)
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames.clone() - shift
    h *= scale
    # One product for all frames, written where the results go.
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    out.relu_()
    return out.sum((1, 2))
