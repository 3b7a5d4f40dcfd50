# rejected by: case (the result of tl.dot is not kept)
# says: The result is 0 everywhere: acc stays as it began. tl.dot(x, y, acc) does not change acc, it returns the new sum: acc = tl.dot(x, y, acc).
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        d = start + tl.arange(0, BK)
        ta = tl.load(a + rows[:, None] * k + d[None, :],
                     mask=(rows[:, None] < m) & (d[None, :] < k),
                     other=0.0)
        tb = tl.load(b + d[:, None] * n + columns[None, :],
                     mask=(d[:, None] < k) & (columns[None, :] < n),
                     other=0.0)
        tl.dot(ta, tb, acc)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], acc, mask=mask)


def matmul(a, b, c, m, n, k):
    BM, BN, BK = 64, 64, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    matmul_kernel[grid](a, b, c, m, n, k, BM=BM, BN=BN, BK=BK)
