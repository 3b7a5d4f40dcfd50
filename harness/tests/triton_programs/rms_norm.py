"""Reductions: rows divided by their root mean square, bfloat16."""

import torch
import triton
import triton.language as tl


@triton.jit
def norm(x, w, out, cols, eps, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x += tl.program_id(0) * cols
    v = tl.load(x + at, mask=at < cols, other=0.0).to(tl.float32)
    y = v * tl.rsqrt(tl.sum(v * v) / cols + eps)
    tl.store(out + tl.program_id(0) * cols + at,
             (y * tl.load(w + at, mask=at < cols)).to(tl.bfloat16),
             mask=at < cols)


x = torch.randn(20, 500, device="cuda", dtype=torch.bfloat16)
w, out = torch.randn(500, device="cuda"), torch.empty_like(x)
norm[(20,)](x, w, out, 500, 1e-6, BLOCK=512)
want = torch.nn.functional.rms_norm(x.float(), (500,), w, 1e-6)
torch.testing.assert_close(out.float(), want, rtol=2e-2, atol=2e-2)
