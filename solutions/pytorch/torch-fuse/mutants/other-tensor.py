# rejected by: case (out stays as it was)
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    out = torch.relu_(h @ w)
    return out.sum((1, 2))
