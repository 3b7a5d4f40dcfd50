"""Matmul: float32 as tf32, three tf32 products, and exact products."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, N: tl.constexpr, HOW: tl.constexpr):
    at = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at),
                            input_precision=HOW))


a, b = torch.randn(64, 64, device="cuda"), torch.randn(64, 64, device="cuda")
want = a.double() @ b.double()
worst = {}
for how in ("tf32", "tf32x3", "ieee"):
    c = torch.empty_like(a)
    matmul[(1,)](a, b, c, N=64, HOW=how)
    worst[how] = (c - want).abs().max().item()
assert worst["tf32"] < 0.1 and worst["tf32x3"] < 1e-4 and worst["ieee"] < 1e-4
assert worst["tf32"] > worst["tf32x3"]
