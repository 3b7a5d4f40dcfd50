"""Memory: a tile is transposed in registers and shared memory."""

import torch
import triton
import triton.language as tl


@triton.jit
def transpose(x, out, rows, cols, T: tl.constexpr):
    r = tl.program_id(0) * T + tl.arange(0, T)
    c = tl.program_id(1) * T + tl.arange(0, T)
    tile = tl.load(x + r[:, None] * cols + c[None, :],
                   mask=(r[:, None] < rows) & (c[None, :] < cols))
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(tile),
             mask=(c[:, None] < cols) & (r[None, :] < rows))


x = torch.randn(100, 259, device="cuda")
out = torch.empty(259, 100, device="cuda")
transpose[(triton.cdiv(100, 32), triton.cdiv(259, 32))](x, out, 100, 259, T=32)
assert torch.equal(out, x.t())
