"""Loops: tl.range with warp specialisation, stages and an unrolled tail."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, K, N: tl.constexpr, BK: tl.constexpr, SPECIAL: tl.constexpr,
           STAGES: tl.constexpr):
    r, k = tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((N, N), dtype=tl.float32)
    for k0 in tl.range(0, K, BK, num_stages=STAGES, warp_specialize=SPECIAL):
        acc = tl.dot(tl.load(a + r[:, None] * K + (k0 + k)[None, :]),
                     tl.load(b + (k0 + k)[:, None] * N + r[None, :]), acc)
    tl.store(c + r[:, None] * N + r[None, :], acc)


a = torch.randn(64, 256, device="cuda", dtype=torch.float16)
b = torch.randn(256, 64, device="cuda", dtype=torch.float16)
for special, stages in ((False, 1), (False, 3), (False, 5), (True, 3)):
    c = torch.empty(64, 64, device="cuda")
    matmul[(1,)](a, b, c, 256, N=64, BK=32, SPECIAL=special, STAGES=stages)
    torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-2)
