# rejected by: gate operators | gate speedup (in place, but frame by frame)
import torch


def run(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    # h is ours, so it may change in place; frames is the caller's.
    h *= scale
    for frame, result in zip(h, out):
        torch.mm(frame, w, out=result)
        result.relu_()
    return out.sum((1, 2))
