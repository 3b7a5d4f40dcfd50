# rejected by: gate tensor_flops (multiplies and adds, without tl.dot)
import triton
import triton.language as tl


@triton.jit
def scores_kernel(q, k, bias, out, m, n, d, scale, BM: tl.constexpr,
                  BN: tl.constexpr, BD: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, d, BD):
        depth = start + tl.arange(0, BD)
        tq = tl.load(q + rows[:, None] * d + depth[None, :],
                     mask=(rows[:, None] < m) & (depth[None, :] < d), other=0.0)
        tk = tl.load(k + columns[:, None] * d + depth[None, :],
                     mask=(columns[:, None] < n) & (depth[None, :] < d),
                     other=0.0)
        acc += tl.sum(tq[:, None, :].to(tl.float32) * tk[None, :, :].to(tl.float32), axis=2)
    b = tl.load(bias + columns, mask=columns < n, other=0.0)
    acc = acc * scale + b[None, :]
    acc = tl.where(columns[None, :] <= rows[:, None], acc, -10000.0)
    tl.store(out + rows[:, None] * n + columns[None, :], acc,
             mask=(rows[:, None] < m) & (columns[None, :] < n))


def scores(q, k, bias, out, m, n, d, scale):
    BM, BN, BD = 16, 16, 32
    grid = (triton.cdiv(m, BM), triton.cdiv(n, BN))
    scores_kernel[grid](q, k, bias, out, m, n, d, scale, BM=BM, BN=BN, BD=BD)
