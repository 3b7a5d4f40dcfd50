# passes (an operator of its own, that does the work in few steps)
import time

import torch

# A name of its own: kata reads this file anew for each case.
space = f"mine{time.time_ns()}"
library = torch.library.Library(space, "DEF")


def quickly(frames, shift, scale, w, out):
    n, rows, cols = frames.shape
    h = frames - shift
    h *= scale
    torch.mm(h.view(n * rows, cols), w, out=out.view(n * rows, -1))
    out.relu_()
    return out.sum((1, 2))


library.define("quickly(Tensor f, Tensor a, Tensor b, Tensor w, Tensor(a!) out) -> Tensor")
library.impl("quickly", quickly, "CompositeExplicitAutograd")


def run(frames, shift, scale, w, out):
    return getattr(torch.ops, space).quickly(frames, shift, scale, w, out)
