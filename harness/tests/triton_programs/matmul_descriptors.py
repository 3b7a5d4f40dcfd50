"""Matmul: tensor descriptors made in the kernel."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, M, N, K, T: tl.constexpr, BK: tl.constexpr):
    i, j = tl.program_id(0) * T, tl.program_id(1) * T
    ad = tl.make_tensor_descriptor(a, [M, K], [K, 1], [T, BK])
    bd = tl.make_tensor_descriptor(b, [K, N], [N, 1], [BK, T])
    cd = tl.make_tensor_descriptor(c, [M, N], [N, 1], [T, T])
    acc = tl.zeros((T, T), dtype=tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(ad.load([i, k]), bd.load([k, j]), acc)
    cd.store([i, j], acc)


triton.set_allocator(lambda size, align, stream: torch.empty(
    size, dtype=torch.int8, device="cuda"))
a = torch.randn(72, 56, device="cuda", dtype=torch.float16)
b = torch.randn(56, 88, device="cuda", dtype=torch.float16)
c = torch.empty(72, 88, device="cuda")
matmul[(3, 3)](a, b, c, 72, 88, 56, T=32, BK=32)
torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-2)
