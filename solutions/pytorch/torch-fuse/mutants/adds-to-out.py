# rejected by: case (adds the product to what out holds already)
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    # One product for all frames, written where the results go.
    out += h @ w
    out.relu_()
    return out.sum((1, 2))
