"""Memory: a copy between tensors with any strides."""

import torch
import triton
import triton.language as tl


@triton.jit
def copy(x, out, rows, cols, xr, xc, outr, outc, R: tl.constexpr,
         C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)[:, None]
    c = tl.program_id(1) * C + tl.arange(0, C)[None, :]
    mask = (r < rows) & (c < cols)
    tl.store(out + r * outr + c * outc, tl.load(x + r * xr + c * xc, mask=mask),
             mask=mask)


x = torch.randn(130, 90, device="cuda").t()[::3]
out = torch.empty(30, 130, 2, device="cuda")[:, :, 1]
copy[(triton.cdiv(30, 16), triton.cdiv(130, 64))](
    x, out, 30, 130, *x.stride(), *out.stride(), R=16, C=64)
assert torch.equal(out, x)
