"""Elementwise: in place, tiles smaller than a program's threads."""

import torch
import triton
import triton.language as tl


@triton.jit
def twice(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


for block in (1, 2, 16, 32, 64, 128):
    x = torch.randn(200, device="cuda")
    want = 2 * x
    twice[(triton.cdiv(200, block),)](x, 200, BLOCK=block, num_warps=4)
    assert torch.equal(x, want), block
