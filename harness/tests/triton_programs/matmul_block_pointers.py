"""Matmul: block pointers with boundary checks."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, M, N, K, T: tl.constexpr, BK: tl.constexpr):
    i, j = tl.program_id(0) * T, tl.program_id(1) * T
    ap = tl.make_block_ptr(a, (M, K), (K, 1), (i, 0), (T, BK), (1, 0))
    bp = tl.make_block_ptr(b, (K, N), (N, 1), (0, j), (BK, T), (1, 0))
    acc = tl.zeros((T, T), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(ap, boundary_check=(0, 1), padding_option="zero"),
                     tl.load(bp, boundary_check=(0, 1), padding_option="zero"),
                     acc)
        ap = tl.advance(ap, (0, BK))
        bp = tl.advance(bp, (BK, 0))
    cp = tl.make_block_ptr(c, (M, N), (N, 1), (i, j), (T, T), (1, 0))
    tl.store(cp, acc, boundary_check=(0, 1))


a = torch.randn(70, 50, device="cuda", dtype=torch.float16)
b = torch.randn(50, 90, device="cuda", dtype=torch.float16)
c = torch.empty(70, 90, device="cuda")
matmul[(3, 3)](a, b, c, 70, 90, 50, T=32, BK=16)
torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-2)
