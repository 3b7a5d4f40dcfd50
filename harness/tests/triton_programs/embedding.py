"""Memory: rows of a table, by an index that is loaded."""

import torch
import triton
import triton.language as tl


@triton.jit
def lookup(table, index, out, dim, BLOCK: tl.constexpr):
    row = tl.load(index + tl.program_id(0))
    at = tl.arange(0, BLOCK)
    value = tl.load(table + row * dim + at, mask=at < dim)
    tl.store(out + tl.program_id(0) * dim + at, value, mask=at < dim)


table = torch.randn(50, 72, device="cuda")
index = torch.randint(0, 50, (33,), device="cuda")
out = torch.empty(33, 72, device="cuda")
lookup[(33,)](table, index, out, 72, BLOCK=128)
assert torch.equal(out, table[index])
