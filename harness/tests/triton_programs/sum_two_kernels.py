"""Reductions: partial sums by one kernel, their sum by another."""

import torch
import triton
import triton.language as tl


@triton.jit
def partial(x, part, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(part + tl.program_id(0),
             tl.sum(tl.load(x + at, mask=at < n, other=0.0)))


@triton.jit
def finish(part, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out, tl.sum(tl.load(part + at, mask=at < n, other=0.0)))


x = torch.randn(50000, device="cuda")
blocks = triton.cdiv(x.numel(), 1024)
part, out = torch.empty(blocks, device="cuda"), torch.empty(1, device="cuda")
partial[(blocks,)](x, part, x.numel(), BLOCK=1024)
finish[(1,)](part, out, blocks, BLOCK=triton.next_power_of_2(blocks))
torch.testing.assert_close(out[0], x.sum(), rtol=1e-4, atol=1e-2)
