"""Atomics: gradients of equal rows are added up."""

import torch
import triton
import triton.language as tl


@triton.jit
def scatter(grad, index, out, dim, BLOCK: tl.constexpr):
    row = tl.load(index + tl.program_id(0))
    at = tl.arange(0, BLOCK)
    value = tl.load(grad + tl.program_id(0) * dim + at, mask=at < dim)
    tl.atomic_add(out + row * dim + at, value, mask=at < dim)


index = torch.randint(0, 5, (40,), device="cuda")
grad = torch.randint(-9, 9, (40, 24), device="cuda").float()
out = torch.zeros(5, 24, device="cuda")
scatter[(40,)](grad, index, out, 24, BLOCK=32)
assert torch.equal(out, torch.zeros_like(out).index_add_(0, index, grad))
