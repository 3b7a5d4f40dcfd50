"""Shapes: join, split, interleave, reshape, permute, broadcast."""

import torch
import triton
import triton.language as tl


@triton.jit
def shuffle(x, y, even, odd, mixed, swapped, N: tl.constexpr):
    at = tl.arange(0, N)
    a, b = tl.load(x + at), tl.load(y + at)
    lo, hi = tl.split(tl.join(a, b))
    tl.store(even + at, lo)
    tl.store(odd + at, hi)
    tl.store(mixed + tl.arange(0, 2 * N), tl.interleave(a, b))
    cube = tl.permute(tl.reshape(a, (4, 2, N // 8)), (1, 0, 2))
    tl.store(swapped + at, tl.reshape(cube, (N,)))


x, y = torch.randn(256, device="cuda"), torch.randn(256, device="cuda")
even, odd, swapped = (torch.empty_like(x) for _ in range(3))
mixed = torch.empty(512, device="cuda")
shuffle[(1,)](x, y, even, odd, mixed, swapped, N=256)
assert torch.equal(even, x) and torch.equal(odd, y)
assert torch.equal(mixed, torch.stack([x, y], 1).flatten())
assert torch.equal(swapped, x.view(4, 2, 32).transpose(0, 1).flatten())
