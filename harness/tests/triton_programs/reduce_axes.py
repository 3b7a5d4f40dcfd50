"""Reductions: a tile along both axes, xor and products too."""

import torch
import triton
import triton.language as tl


@triton.jit
def product(a, b):
    return a * b


@triton.jit
def reduce(x, rows, cols, xors, products, N: tl.constexpr, M: tl.constexpr):
    r, c = tl.arange(0, N), tl.arange(0, M)
    v = tl.load(x + r[:, None] * M + c[None, :])
    tl.store(rows + r, tl.sum(v, axis=1))
    tl.store(cols + c, tl.max(v, axis=0))
    tl.store(xors + r, tl.xor_sum(v, axis=1))
    tl.store(products + c, tl.reduce(v % 3 + 1, 0, product))


x = torch.randint(0, 1000, (16, 128), dtype=torch.int32, device="cuda")
rows, xors = (torch.empty(16, dtype=torch.int32, device="cuda")
              for _ in range(2))
cols, products = (torch.empty(128, dtype=torch.int32, device="cuda")
                  for _ in range(2))
reduce[(1,)](x, rows, cols, xors, products, N=16, M=128)
assert torch.equal(rows, x.sum(1).int()) and torch.equal(cols, x.max(0).values)
want = x[:, 0].clone()
for i in range(1, 128):
    want ^= x[:, i]
assert torch.equal(xors, want)
assert torch.equal(products, (x % 3 + 1).prod(0).int())
