"""Clusters: two blocks for a program, where the architecture has them."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, K, T: tl.constexpr, BK: tl.constexpr):
    r, k = tl.arange(0, T), tl.arange(0, BK)
    acc = tl.zeros((T, T), dtype=tl.float32)
    for k0 in range(0, K, BK):
        acc = tl.dot(tl.load(a + r[:, None] * K + (k0 + k)[None, :]),
                     tl.load(b + (k0 + k)[:, None] * T + r[None, :]), acc)
    tl.store(c + r[:, None] * T + r[None, :], acc)


a = torch.randn(128, 64, device="cuda", dtype=torch.float16)
b = torch.randn(64, 128, device="cuda", dtype=torch.float16)
c = torch.empty(128, 128, device="cuda")
ctas = 2 if torch.cuda.get_device_capability() >= (9, 0) else 1
matmul[(1,)](a, b, c, 64, T=128, BK=32, num_ctas=ctas)
torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-2)
