"""Attention: forward, causal and not, pointers."""

import torch
import triton
import triton.language as tl


@triton.jit
def attend(q, k, v, out, T, scale, D: tl.constexpr, BM: tl.constexpr,
           BN: tl.constexpr, CAUSAL: tl.constexpr):
    head = tl.program_id(1) * T * D
    m, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    x = tl.load(q + head + m[:, None] * D + d[None, :], mask=m[:, None] < T,
                other=0.0)
    top = tl.full([BM], -float("inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    end = min((tl.program_id(0) + 1) * BM, T) if CAUSAL else T
    for start in range(0, end, BN):
        n = start + tl.arange(0, BN)
        keys = tl.load(k + head + n[None, :] * D + d[:, None],
                       mask=n[None, :] < T, other=0.0)
        s = tl.dot(x, keys) * scale
        s = tl.where(n[None, :] < T, s, -float("inf"))
        if CAUSAL:
            s = tl.where(m[:, None] >= n[None, :], s, -float("inf"))
        new = tl.maximum(top, tl.max(s, 1))
        p, fade = tl.exp2(s - new[:, None]), tl.exp2(top - new)
        total = total * fade + tl.sum(p, 1)
        values = tl.load(v + head + n[:, None] * D + d[None, :],
                         mask=n[:, None] < T, other=0.0)
        acc = tl.dot(p.to(tl.float16), values, acc * fade[:, None])
        top = new
    tl.store(out + head + m[:, None] * D + d[None, :],
             (acc / total[:, None]).to(tl.float16), mask=m[:, None] < T)


T, D = 150, 32
q, k, v = (torch.randn(2, T, D, device="cuda").half() for _ in range(3))
for causal in (False, True):
    out = torch.empty_like(q)
    attend[(triton.cdiv(T, 32), 2)](q, k, v, out, T, 1.44269504 * D**-0.5, D=D,
                                    BM=32, BN=32, CAUSAL=causal)
    want = torch.nn.functional.scaled_dot_product_attention(
        q.float(), k.float(), v.float(), is_causal=causal)
    torch.testing.assert_close(out.float(), want, rtol=1e-2, atol=1e-2)
