"""Matmul: tensor descriptors made on the host."""

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def matmul(a, b, c, K, T: tl.constexpr, BK: tl.constexpr):
    i, j = tl.program_id(0) * T, tl.program_id(1) * T
    acc = tl.zeros((T, T), dtype=tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a.load([i, k]), b.load([j, k]).T, acc)
    c.store([i, j], acc.to(tl.float16))


a = torch.randn(64, 96, device="cuda", dtype=torch.float16)
b = torch.randn(64, 96, device="cuda", dtype=torch.float16)
c = torch.empty(64, 64, device="cuda", dtype=torch.float16)
matmul[(2, 2)](TensorDescriptor.from_tensor(a, [32, 32]),
               TensorDescriptor.from_tensor(b, [32, 32]),
               TensorDescriptor.from_tensor(c, [32, 32]), 96, T=32, BK=32)
torch.testing.assert_close(c, a @ b.t(), rtol=1e-2, atol=1e-2)
