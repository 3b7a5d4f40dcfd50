"""Matmul: programs share a tile along k and add their parts by atomics."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, N, K, SPLIT: tl.constexpr, T: tl.constexpr,
           BK: tl.constexpr):
    m = tl.program_id(0) * T + tl.arange(0, T)
    n = tl.program_id(1) * T + tl.arange(0, T)
    acc = tl.zeros((T, T), dtype=tl.float32)
    for k0 in range(tl.program_id(2) * BK, K, SPLIT * BK):
        k = k0 + tl.arange(0, BK)
        acc = tl.dot(tl.load(a + m[:, None] * K + k[None, :]),
                     tl.load(b + k[:, None] * N + n[None, :]), acc)
    tl.atomic_add(c + m[:, None] * N + n[None, :], acc)


a = torch.randint(-3, 4, (64, 256), device="cuda").half()
b = torch.randint(-3, 4, (256, 64), device="cuda").half()
c = torch.zeros(64, 64, device="cuda")
matmul[(2, 2, 4)](a, b, c, 64, 256, SPLIT=4, T=32, BK=32)
assert torch.equal(c, a.float() @ b.float())
