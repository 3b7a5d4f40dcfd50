"""Matmul: as many programs as multiprocessors, a loop over tiles, flattened."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, M, N, K, T: tl.constexpr, BK: tl.constexpr,
           FLATTEN: tl.constexpr):
    cols = tl.cdiv(N, T)
    tiles = tl.cdiv(M, T) * cols
    for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0),
                         flatten=FLATTEN):
        m = tile // cols * T + tl.arange(0, T)
        n = tile % cols * T + tl.arange(0, T)
        acc = tl.zeros((T, T), dtype=tl.float32)
        for k0 in range(0, K, BK):
            k = k0 + tl.arange(0, BK)
            acc = tl.dot(tl.load(a + m[:, None] * K + k[None, :]),
                         tl.load(b + k[:, None] * N + n[None, :]), acc)
        tl.store(c + m[:, None] * N + n[None, :], acc.to(tl.float16))


a = torch.randn(256, 64, device="cuda", dtype=torch.float16)
b = torch.randn(64, 128, device="cuda", dtype=torch.float16)
for flatten in (False, True):
    c = torch.empty(256, 128, device="cuda", dtype=torch.float16)
    matmul[(5,)](a, b, c, 256, 128, 64, T=32, BK=32, FLATTEN=flatten)
    torch.testing.assert_close(c, a @ b, rtol=1e-2, atol=1e-2)
