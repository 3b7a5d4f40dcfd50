"""Matmul: weights of four bits are unpacked and scaled on the way."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(x, packed, scale, out, K, M: tl.constexpr, N: tl.constexpr,
           BK: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    half = tl.arange(0, BK // 2)
    acc = tl.zeros((M, N), dtype=tl.float32)
    for k0 in range(0, K, BK):
        w = tl.load(packed + (k0 // 2 + half)[:, None] * N + n[None, :])
        lo, hi = (w & 15).to(tl.int8) - 8, (w >> 4).to(tl.int8) - 8
        both = tl.permute(tl.join(lo, hi), (0, 2, 1)).reshape(BK, N)
        k = k0 + tl.arange(0, BK)
        v = tl.load(x + m[:, None] * K + k[None, :])
        acc = tl.dot(v, both.to(tl.float16), acc)
    tl.store(out + m[:, None] * N + n[None, :],
             acc * tl.load(scale + n)[None, :])


M, N, K = 16, 32, 128
q = torch.randint(-8, 8, (K, N), device="cuda")
u = (q + 8).to(torch.uint8)
packed = u[0::2] | (u[1::2] << 4)
x = torch.randint(-3, 4, (M, K), device="cuda").half()
scale, out = torch.rand(N, device="cuda"), torch.empty(M, N, device="cuda")
matmul[(1,)](x, packed, scale, out, K, M=M, N=N, BK=32)
torch.testing.assert_close(out, x.float() @ q.float() * scale)
