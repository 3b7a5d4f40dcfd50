"""Reductions: largest and smallest of each row, and where they are."""

import torch
import triton
import triton.language as tl


@triton.jit
def extremes(x, most, at_most, least, at_least, cols, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + at, mask=at < cols, other=-float("inf"))
    top, where = tl.max(v, 0, return_indices=True)
    tl.store(most + row, top)
    tl.store(at_most + row, where)
    v = tl.where(at < cols, v, float("inf"))
    tl.store(least + row, tl.min(v, 0))
    tl.store(at_least + row, tl.argmin(v, 0))


x = torch.randn(37, 300, device="cuda")
f = [torch.empty(37, device="cuda") for _ in range(2)]
i = [torch.empty(37, dtype=torch.int32, device="cuda") for _ in range(2)]
extremes[(37,)](x, f[0], i[0], f[1], i[1], 300, BLOCK=512)
assert torch.equal(f[0], x.max(1).values) and torch.equal(f[1], x.min(1).values)
assert torch.equal(i[0].long(), x.argmax(1))
assert torch.equal(i[1].long(), x.argmin(1))
