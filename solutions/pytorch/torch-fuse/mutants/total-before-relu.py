# rejected by: case (the totals are taken before ReLU)
# says: The totals are those of the product before ReLU, so negative numbers count. Take them of what is in out at the end.
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    # One product for all frames, written where the results go.
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    totals = out.sum((1, 2))
    out.relu_()
    return totals
