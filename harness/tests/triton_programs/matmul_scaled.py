"""Matmul: tl.dot_scaled: float8 with a power of two for every 32 elements."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, a_scale, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    s = tl.arange(0, K // 32)
    x = tl.load(a + m[:, None] * K + k[None, :])
    scale = tl.load(a_scale + m[:, None] * (K // 32) + s[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    acc = tl.dot_scaled(x, scale, "e5m2", y, None, "bf16")
    tl.store(c + m[:, None] * N + n[None, :], acc)


M, N, K = 32, 32, 64
a = torch.randint(-3, 4, (M, K), device="cuda").to(torch.float8_e5m2)
scale = torch.randint(125, 130, (M, K // 32), dtype=torch.uint8, device="cuda")
b = torch.randint(-3, 4, (K, N), device="cuda").to(torch.bfloat16)
c = torch.empty(M, N, device="cuda")
matmul[(1,)](a, scale, b, c, M=M, N=N, K=K)
wide = a.float() * torch.exp2(scale.float() - 127).repeat_interleave(32, 1)
torch.testing.assert_close(c, wide @ b.float())
