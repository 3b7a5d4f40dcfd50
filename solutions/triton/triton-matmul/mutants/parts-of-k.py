# rejected by: trap global-race | case (each program has a part of k and overwrites the sums of the others)
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    d = tl.program_id(2) * BK + tl.arange(0, BK)
    ta = tl.load(a + rows[:, None] * k + d[None, :],
                 mask=(rows[:, None] < m) & (d[None, :] < k),
                 other=0.0)
    tb = tl.load(b + d[:, None] * n + columns[None, :],
                 mask=(d[:, None] < k) & (columns[None, :] < n),
                 other=0.0)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], tl.dot(ta, tb),
             mask=mask)


def matmul(a, b, c, m, n, k):
    BM, BN, BK = 64, 64, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN), triton.cdiv(k, BK))
    matmul_kernel[grid](a, b, c, m, n, k, BM=BM, BN=BN, BK=BK)
