# rejected by: case (start is added to what was moved before)
# says: The tiles move by the wrong step: 0, then BK, then 2 * BK more. Start is counted from 0 in each turn, so add it to the first numbers, or move by BK each turn.
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    depth = tl.arange(0, BK)
    for start in range(0, k, BK):
        depth += start
        xa = tl.load(a + rows[:, None] * k + depth[None, :], mask=(rows[:, None] < m) & (depth[None, :] < k), other=0.0)
        xb = tl.load(b + depth[:, None] * n + columns[None, :], mask=(depth[:, None] < k) & (columns[None, :] < n), other=0.0)
        acc += tl.dot(xa, xb)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], acc, mask=mask)


def matmul(a, b, c, m, n, k):
    BM, BN, BK = 64, 64, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    matmul_kernel[grid](a, b, c, m, n, k, BM=BM, BN=BN, BK=BK)
