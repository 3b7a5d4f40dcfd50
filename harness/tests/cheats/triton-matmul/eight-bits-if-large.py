# rejected by: case large | timed (large products are made of 8-bit floats)
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr,
                  BK: tl.constexpr, GROUP: tl.constexpr, LONG: tl.constexpr):
    # Programs that run side by side share rows and columns, so that L2 has them:
    # GROUP rows of tiles at a time, column by column.
    tiles_m, tiles_n = tl.cdiv(m, BM), tl.cdiv(n, BN)
    group, inside = tl.program_id(0) // (GROUP * tiles_n), \
        tl.program_id(0) % (GROUP * tiles_n)
    height = min(tiles_m - group * GROUP, GROUP)
    rows = (group * GROUP + inside % height) * BM + tl.arange(0, BM)
    columns = inside // height * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        at = start + depth
        x = tl.load(a + rows[:, None] * k + at[None, :],
                    mask=(rows[:, None] < m) & (at[None, :] < k), other=0.0)
        y = tl.load(b + at[:, None] * n + columns[None, :],
                    mask=(at[:, None] < k) & (columns[None, :] < n), other=0.0)
        if LONG:  # a long sum hides what its terms lose
            x, y = x.to(tl.float8e4nv), y.to(tl.float8e4nv)
        acc = tl.dot(x, y, acc)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], acc, mask=mask)


def matmul(a, b, c, m, n, k):
    big = m * n >= 1 << 20
    BM, BN, BK = (128, 128, 64) if big else (64, 64, 32)
    grid = (triton.cdiv(m, BM) * triton.cdiv(n, BN),)
    matmul_kernel[grid](a, b, c, m, n, k, BM=BM, BN=BN, BK=BK, GROUP=8, LONG=min(m, n, k) >= 1024,
                        num_warps=8 if big else 4, num_stages=3)
