# rejected by: gate peak_tensors (a new tensor, copied into the buffer)
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    out.copy_(torch.relu(h @ w))
    return out.sum((1, 2))
