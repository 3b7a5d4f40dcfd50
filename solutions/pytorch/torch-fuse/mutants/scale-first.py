# rejected by: case (scales before it shifts)
# says: Each frame is multiplied by scale before shift is taken off. (frames - shift) * scale is the other order. If scale is folded into w, shift has to be multiplied by it too.
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames * scale
    h -= shift
    # One product for all frames, written where the results go.
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    out.relu_()
    return out.sum((1, 2))
