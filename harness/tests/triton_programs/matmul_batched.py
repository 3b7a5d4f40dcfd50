"""Matmul: a dot of three dimensions."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, B: tl.constexpr, N: tl.constexpr):
    at = (tl.arange(0, B)[:, None, None] * N * N
          + tl.arange(0, N)[None, :, None] * N + tl.arange(0, N)[None, None, :])
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at)))


a = torch.randn(4, 32, 32, device="cuda", dtype=torch.float16)
b = torch.randn(4, 32, 32, device="cuda", dtype=torch.float16)
c = torch.empty(4, 32, 32, device="cuda")
matmul[(1,)](a, b, c, B=4, N=32, num_warps=4)
torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-2)
