# rejected by: case (compares the numbers of tiles that are not square)
# says: The product is left out of tiles that cross the diagonal, so that kept elements have their bias only. Leave it out only if the first column of the tile lies after its last row: compare elements, as tiles are not as high as wide.
import triton
import triton.language as tl


@triton.jit
def scores_kernel(q, k, bias, out, m, n, d, scale, BM: tl.constexpr,
                  BN: tl.constexpr, BD: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    if tl.program_id(1) <= tl.program_id(0):
        for start in range(0, d, BD):
            depth = start + tl.arange(0, BD)
            tq = tl.load(q + rows[:, None] * d + depth[None, :],
                         mask=(rows[:, None] < m) & (depth[None, :] < d), other=0.0)
            tk = tl.load(k + columns[:, None] * d + depth[None, :],
                         mask=(columns[:, None] < n) & (depth[None, :] < d),
                         other=0.0)
            acc = tl.dot(tq, tl.trans(tk), acc)
    b = tl.load(bias + columns, mask=columns < n, other=0.0)
    acc = acc * scale + b[None, :]
    acc = tl.where(columns[None, :] <= rows[:, None], acc, -10000.0)
    tl.store(out + rows[:, None] * n + columns[None, :], acc,
             mask=(rows[:, None] < m) & (columns[None, :] < n))


def scores(q, k, bias, out, m, n, d, scale):
    BM, BN, BD = 128, 32, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    scores_kernel[grid](q, k, bias, out, m, n, d, scale, BM=BM, BN=BN, BD=BD)
