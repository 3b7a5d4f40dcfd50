# rejected by: case (the shift is multiplied by scale, the frames are not)
# says: Only shift is multiplied by scale: * comes before -. (frames - shift) * scale needs its brackets.
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift * scale
    # One product for all frames, written where the results go.
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    out.relu_()
    return out.sum((1, 2))
