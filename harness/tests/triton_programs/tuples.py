"""Arguments: tuples, None, constants of the file."""

import torch
import triton
import triton.language as tl

SHIFT = tl.constexpr(5)


@triton.jit
def add(inputs, out, bias, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    v = tl.zeros([BLOCK], tl.float32)
    for i in tl.static_range(len(inputs)):
        v += tl.load(inputs[i] + at, mask=at < n)
    if bias is not None:
        v += tl.load(bias + at, mask=at < n)
    tl.store(out + at, v + SHIFT, mask=at < n)


a, b, c = (torch.randn(50, device="cuda") for _ in range(3))
out = torch.empty_like(a)
add[(1,)]((a, b), out, None, 50, BLOCK=64)
torch.testing.assert_close(out, a + b + 5)
add[(1,)]((a, b), out, c, 50, BLOCK=64)
torch.testing.assert_close(out, a + b + c + 5)
