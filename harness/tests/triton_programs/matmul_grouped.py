"""Matmul: programs in groups for the L2 cache, leaky ReLU, autotuned."""

import torch
import triton
import triton.language as tl


@triton.autotune(
    configs=[triton.Config({"BM": bm, "BN": bn, "BK": 32, "GROUP": 4},
                           num_stages=s, num_warps=4)
             for bm, bn, s in ((32, 32, 2), (64, 32, 3), (64, 64, 4))],
    key=["M", "N", "K"])
@triton.jit
def matmul(a, b, c, M, N, K, am, ak, bk, bn, cm, cn, BM: tl.constexpr,
           BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid, rows, cols = tl.program_id(0), tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = pid // (GROUP * cols) * GROUP
    size = min(rows - first, GROUP)
    pid_m = first + pid % (GROUP * cols) % size
    pid_n = pid % (GROUP * cols) // size
    m = (pid_m * BM + tl.arange(0, BM)) % M
    n = (pid_n * BN + tl.arange(0, BN)) % N
    k = tl.arange(0, BK)
    ap = a + m[:, None] * am + k[None, :] * ak
    bp = b + k[:, None] * bk + n[None, :] * bn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(K, BK)):
        x = tl.load(ap, mask=k[None, :] < K - step * BK, other=0.0)
        y = tl.load(bp, mask=k[:, None] < K - step * BK, other=0.0)
        acc = tl.dot(x, y, acc)
        ap += BK * ak
        bp += BK * bk
    acc = tl.where(acc >= 0, acc, 0.01 * acc)
    m, n = pid_m * BM + tl.arange(0, BM), pid_n * BN + tl.arange(0, BN)
    tl.store(c + m[:, None] * cm + n[None, :] * cn, acc.to(tl.float16),
             mask=(m[:, None] < M) & (n[None, :] < N))


M, N, K = 150, 130, 100
a = torch.randn(M, K, device="cuda", dtype=torch.float16)
b = torch.randn(K, N, device="cuda", dtype=torch.float16)
c = torch.empty(M, N, device="cuda", dtype=torch.float16)
matmul[lambda meta: (triton.cdiv(M, meta["BM"]) * triton.cdiv(N, meta["BN"]),)](
    a, b, c, M, N, K, *a.stride(), *b.stride(), *c.stride())
want = torch.nn.functional.leaky_relu(a.float() @ b.float(), 0.01)
torch.testing.assert_close(c.float(), want, rtol=1e-2, atol=1e-2)
assert matmul.best_config is not None
