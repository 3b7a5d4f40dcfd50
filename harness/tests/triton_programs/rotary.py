"""Elementwise: rotary embedding, both halves of a head in place."""

import torch
import triton
import triton.language as tl


@triton.jit
def rotate(x, cos, sin, HALF: tl.constexpr):
    t, at = tl.program_id(0), tl.arange(0, HALF)
    c, s = tl.load(cos + t * HALF + at), tl.load(sin + t * HALF + at)
    row = x + t * 2 * HALF
    a, b = tl.load(row + at), tl.load(row + HALF + at)
    tl.store(row + at, a * c - b * s)
    tl.store(row + HALF + at, b * c + a * s)


x = torch.randn(40, 64, device="cuda")
angle = torch.rand(40, 32, device="cuda")
a, b = x[:, :32].clone(), x[:, 32:].clone()
cos, sin = angle.cos(), angle.sin()
rotate[(40,)](x, cos, sin, HALF=32)
torch.testing.assert_close(x, torch.cat([a * cos - b * sin, b * cos + a * sin],
                                        1))
