# rejected by: case (b's pointers move by BK, as those of a do)
# says: The pointers of b move by BK elements, which is along a row of b. The next tile of b lies BK rows further down, and a row has n elements: move by BK * n.
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    depth = tl.arange(0, BK)
    ta = a + rows[:, None] * k + depth[None, :]
    tb = b + depth[:, None] * n + columns[None, :]
    for start in range(0, k, BK):
        inside = start + depth < k
        xa = tl.load(ta, mask=(rows[:, None] < m) & inside[None, :], other=0.0)
        xb = tl.load(tb, mask=inside[:, None] & (columns[None, :] < n), other=0.0)
        acc += tl.dot(xa, xb)
        ta += BK
        tb += BK
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], acc, mask=mask)


def matmul(a, b, c, m, n, k):
    BM, BN, BK = 64, 64, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    matmul_kernel[grid](a, b, c, m, n, k, BM=BM, BN=BN, BK=BK)
