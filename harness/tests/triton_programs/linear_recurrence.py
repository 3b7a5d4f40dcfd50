"""Scans: tl.associative_scan of pairs: h = a * h + b."""

import torch
import triton
import triton.language as tl


@triton.jit
def compose(a1, b1, a2, b2):
    return a1 * a2, b1 * a2 + b2


@triton.jit
def recur(a, b, out, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    _, h = tl.associative_scan((tl.load(a + at), tl.load(b + at)), 0, compose)
    tl.store(out + at, h)


a, b = torch.rand(6, 256, device="cuda"), torch.randn(6, 256, device="cuda")
out = torch.empty_like(a)
recur[(6,)](a, b, out, N=256)
h, want = torch.zeros(6, device="cuda"), torch.empty_like(a)
for t in range(256):
    h = a[:, t] * h + b[:, t]
    want[:, t] = h
torch.testing.assert_close(out, want, rtol=1e-4, atol=1e-4)
