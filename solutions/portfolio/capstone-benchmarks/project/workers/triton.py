#!/usr/bin/env python3
import sys

sys.path.append(sys.path.pop(0))  # this file has the name of a package
import torch
import triton
import triton.language as tl
from softmax import serve


@triton.jit
def kernel(x, y, cols, WIDE: tl.constexpr):
    at = tl.arange(0, WIDE)
    here = tl.program_id(0) * cols + at
    v = tl.load(x + here, mask=at < cols, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y + here, e / tl.sum(e, axis=0), mask=at < cols)


def softmax(x):
    y = torch.empty_like(x)
    kernel[(x.shape[0],)](x, y, x.shape[1], WIDE=triton.next_power_of_2(x.shape[1]))
    return y


serve(softmax)
