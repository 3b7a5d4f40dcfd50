"""Functions: nested ones, tuples as results, one that is not inlined."""

import torch
import triton
import triton.language as tl


@triton.jit(noinline=True)
def heavy(v, k):
    return v * k + 1


@triton.jit
def both(v):
    return v + 1, v - 1


@triton.jit
def use(x, out, N: tl.constexpr):
    at = tl.arange(0, N)
    up, down = both(tl.load(x + at))
    tl.store(out + at, up * down)
    tl.store(out + N, heavy(tl.load(x), 3.0))


x, out = torch.randn(64, device="cuda"), torch.empty(65, device="cuda")
use[(1,)](x, out, N=64)
torch.testing.assert_close(out[:64], (x + 1) * (x - 1))
torch.testing.assert_close(out[64], x[0] * 3 + 1)
