# passes (names a region for the profiler, as a good citizen does)
import torch


def quickly(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    h *= scale
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    out.relu_()
    return out.sum((1, 2))


def run(*args):
    with torch.profiler.record_function("normalise"):
        return quickly(*args)
