"""Scans: blocks are scanned, then their totals, then added: three kernels."""

import torch
import triton
import triton.language as tl


@triton.jit
def blocks(x, out, totals, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0)
    tl.store(out + at, tl.cumsum(v, 0), mask=at < n)
    tl.store(totals + tl.program_id(0), tl.sum(v, 0))


@triton.jit
def carry(totals, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.load(totals + at, mask=at < n, other=0)
    tl.store(totals + at, tl.cumsum(v, 0) - v, mask=at < n)


@triton.jit
def add(out, totals, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(out + at, mask=at < n) + tl.load(totals + tl.program_id(0))
    tl.store(out + at, v, mask=at < n)


n, block = 30001, 512
x = torch.randint(-9, 9, (n,), dtype=torch.int32, device="cuda")
out, grid = torch.empty_like(x), triton.cdiv(n, block)
totals = torch.empty(grid, dtype=torch.int32, device="cuda")
blocks[(grid,)](x, out, totals, n, BLOCK=block)
carry[(1,)](totals, grid, BLOCK=triton.next_power_of_2(grid))
add[(grid,)](out, totals, n, BLOCK=block)
assert torch.equal(out, x.cumsum(0).int())
