"""Atomics: additions in float16, bfloat16, float32 and float64."""

import torch
import triton
import triton.language as tl


@triton.jit
def add(x, out, N: tl.constexpr):
    at = tl.arange(0, N)
    tl.atomic_add(out + at % 8, tl.load(x + tl.program_id(0) * N + at))


for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    x = torch.randint(-2, 3, (4, 64), device="cuda").to(dtype)
    out = torch.zeros(8, device="cuda", dtype=dtype)
    add[(4,)](x, out, N=64)
    assert torch.equal(out, x.view(-1, 8).sum(0)), dtype
