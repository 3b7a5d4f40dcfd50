# rejected by: case (all totals are views of one buffer)
import torch

kept = {}


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    # One product for all frames, written where the results go.
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    out.relu_()
    total = kept.setdefault(out.data_ptr(), torch.empty(n))
    return torch.sum(out, (1, 2), out=total)
