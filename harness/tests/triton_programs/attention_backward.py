"""Attention: gradients of keys and values, one program for each block of them."""

import torch
import triton
import triton.language as tl


@triton.jit
def backward(q, k, v, do, lse, delta, dk, dv, T, scale, D: tl.constexpr,
             B: tl.constexpr):
    n, d = tl.program_id(0) * B + tl.arange(0, B), tl.arange(0, D)
    here = n[:, None] * D + d[None, :]
    keys, values = tl.load(k + here), tl.load(v + here)
    sum_k, sum_v = tl.zeros([B, D], tl.float32), tl.zeros([B, D], tl.float32)
    for start in range(0, T, B):
        m = start + tl.arange(0, B)
        x = tl.load(q + m[:, None] * D + d[None, :])
        g = tl.load(do + m[:, None] * D + d[None, :])
        s = tl.dot(x, tl.trans(keys)) * scale
        p = tl.exp(s - tl.load(lse + m)[:, None])
        sum_v += tl.dot(tl.trans(p).to(tl.float16), g)
        dp = tl.dot(g, tl.trans(values))
        ds = p * (dp - tl.load(delta + m)[:, None]) * scale
        sum_k += tl.dot(tl.trans(ds).to(tl.float16), x)
    tl.store(dk + here, sum_k)
    tl.store(dv + here, sum_v)


T, D = 96, 32
q, k, v = (torch.randn(T, D, device="cuda").half().float().requires_grad_()
           for _ in range(3))
do = torch.randn(T, D, device="cuda").half().float()
s = q @ k.t() * D**-0.5
out = torch.softmax(s, 1) @ v
out.backward(do)
lse, delta = torch.logsumexp(s, 1).detach(), (out * do).sum(1).detach()
dk, dv = torch.empty(T, D, device="cuda"), torch.empty(T, D, device="cuda")
halves = [t.detach().half() for t in (q, k, v, do)]
backward[(3,)](*halves, lse, delta, dk, dv, T, D**-0.5, D=D, B=32)
torch.testing.assert_close(dk, k.grad, rtol=2e-2, atol=2e-2)
torch.testing.assert_close(dv, v.grad, rtol=2e-2, atol=2e-2)
