"""Matmul: float16, bfloat16, int8, float64 and float8."""

import torch
import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, K, N: tl.constexpr, BK: tl.constexpr, ACC: tl.constexpr):
    r, k = tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((N, N), dtype=ACC)
    for k0 in range(0, K, BK):
        x = tl.load(a + r[:, None] * K + (k0 + k)[None, :])
        y = tl.load(b + (k0 + k)[:, None] * N + r[None, :])
        acc = tl.dot(x, y, acc, out_dtype=ACC)
    tl.store(c + r[:, None] * N + r[None, :], acc)


K, N = 128, 64
rows = [(torch.float16, tl.float32, torch.float32),
        (torch.bfloat16, tl.float32, torch.float32),
        (torch.float16, tl.float16, torch.float16),
        (torch.int8, tl.int32, torch.int32),
        (torch.float64, tl.float64, torch.float64),
        (torch.float8_e5m2, tl.float32, torch.float32)]
if torch.cuda.get_device_capability() >= (8, 9):
    rows.append((torch.float8_e4m3fn, tl.float32, torch.float32))
for dtype, acc, out in rows:
    a = torch.randint(-3, 4, (N, K), device="cuda").to(dtype)
    b = torch.randint(-3, 4, (K, N), device="cuda").to(dtype)
    c = torch.empty(N, N, device="cuda", dtype=out)
    matmul[(1,)](a, b, c, K, N=N, BK=32, ACC=acc)
    assert torch.equal(c.double(), a.double() @ b.double()), dtype
