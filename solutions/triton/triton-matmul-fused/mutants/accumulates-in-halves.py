# rejected by: case (the sum is a half)
# says: The sum is kept in halves, which have three digits. Accumulate in single precision: tl.zeros(..., dtype=tl.float32), and tl.dot without out_dtype.
import triton
import triton.language as tl


@triton.jit
def scores_kernel(q, k, bias, out, m, n, d, scale, BM: tl.constexpr,
                  BN: tl.constexpr, BD: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float16)
    for start in range(0, d, BD):
        depth = start + tl.arange(0, BD)
        tq = tl.load(q + rows[:, None] * d + depth[None, :],
                     mask=(rows[:, None] < m) & (depth[None, :] < d), other=0.0)
        tk = tl.load(k + columns[:, None] * d + depth[None, :],
                     mask=(columns[:, None] < n) & (depth[None, :] < d),
                     other=0.0)
        acc = tl.dot(tq, tl.trans(tk), acc, out_dtype=tl.float16)
    b = tl.load(bias + columns, mask=columns < n, other=0.0)
    acc = acc * scale + b[None, :]
    acc = tl.where(columns[None, :] <= rows[:, None], acc, -10000.0)
    tl.store(out + rows[:, None] * n + columns[None, :], acc,
             mask=(rows[:, None] < m) & (columns[None, :] < n))


def scores(q, k, bias, out, m, n, d, scale):
    BM, BN, BD = 64, 64, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    scores_kernel[grid](q, k, bias, out, m, n, d, scale, BM=BM, BN=BN, BD=BD)
