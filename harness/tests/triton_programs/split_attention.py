"""Attention: parts of the keys by different programs, joined by a second kernel."""

import torch
import triton
import triton.language as tl


@triton.jit
def parts(q, k, v, acc_out, lse_out, T, D: tl.constexpr, B: tl.constexpr):
    i, d = tl.program_id(0), tl.arange(0, D)
    n = i * B + tl.arange(0, B)
    here, ok = n[:, None] * D + d[None, :], n < T
    x = tl.load(k + here, mask=ok[:, None], other=0.0) * tl.load(q + d)[None, :]
    s = tl.where(ok, tl.sum(x, 1), -float("inf"))
    top = tl.max(s, 0)
    p = tl.exp(s - top)
    total = tl.sum(p, 0)
    value = tl.load(v + here, mask=ok[:, None], other=0.0)
    tl.store(acc_out + i * D + d, tl.sum(p[:, None] * value, 0) / total)
    tl.store(lse_out + i, top + tl.log(total))


@triton.jit
def unite(acc, lse, out, PARTS: tl.constexpr, D: tl.constexpr):
    i, d = tl.arange(0, PARTS), tl.arange(0, D)
    w = tl.softmax(tl.load(lse + i))
    rows = tl.load(acc + i[:, None] * D + d[None, :])
    tl.store(out + d, tl.sum(rows * w[:, None], 0))


T, D, B = 500, 64, 64
k, v = (torch.randn(T, D, device="cuda") for _ in range(2))
q, out = torch.randn(D, device="cuda"), torch.empty(D, device="cuda")
acc, lse = torch.empty(8, D, device="cuda"), torch.empty(8, device="cuda")
parts[(8,)](q, k, v, acc, lse, T, D=D, B=B)
unite[(1,)](acc, lse, out, PARTS=8, D=D)
torch.testing.assert_close(out, torch.softmax(k @ q, 0) @ v)
