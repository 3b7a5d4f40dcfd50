"""Atomics: every program adds its sum to one word."""

import torch
import triton
import triton.language as tl


@triton.jit
def add_up(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + at, mask=at < n, other=0)))


x = torch.randint(-50, 50, (20000,), dtype=torch.int32, device="cuda")
out = torch.zeros(1, dtype=torch.int32, device="cuda")
add_up[(triton.cdiv(20000, 512),)](x, out, 20000, BLOCK=512)
assert out.item() == x.sum().item()
