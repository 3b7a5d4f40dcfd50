"""Stencils: a convolution as a matrix product over gathered patches."""

import torch
import triton
import triton.language as tl


@triton.jit
def conv(x, w, out, H, W, C: tl.constexpr, F: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    row, col = at // (W - 2), at % (W - 2)
    c, f = tl.arange(0, C), tl.arange(0, F)
    ok = at < (H - 2) * (W - 2)
    acc = tl.zeros((B, F), dtype=tl.float32)
    for i in range(9):
        here = (row + i // 3) * W + col + i % 3
        patch = tl.load(x + here[:, None] * C + c[None, :], mask=ok[:, None],
                        other=0.0)
        acc = tl.dot(patch, tl.load(w + i * C * F + c[:, None] * F
                                    + f[None, :]), acc)
    tl.store(out + at[:, None] * F + f[None, :], acc, mask=ok[:, None])


H, W, C, F = 10, 13, 16, 16
x = torch.randn(H, W, C, device="cuda").half()
w = torch.randn(3, 3, C, F, device="cuda").half()
out = torch.empty(H - 2, W - 2, F, device="cuda")
conv[(triton.cdiv((H - 2) * (W - 2), 32),)](x, w, out, H, W, C=C, F=F, B=32)
want = torch.nn.functional.conv2d(x.float().permute(2, 0, 1)[None],
                                  w.float().permute(3, 2, 0, 1))
torch.testing.assert_close(out, want[0].permute(1, 2, 0), rtol=1e-3, atol=1e-2)
