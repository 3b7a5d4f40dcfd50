# rejected by: gate tensor_flops (the timed size has the tensor cores, all others ordinary sums)
import triton
import triton.language as tl


@triton.jit
def scores_kernel(q, k, bias, out, m, n, d, scale, B: tl.constexpr, D: tl.constexpr,
                  DOT: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    acc = tl.zeros((B, B), dtype=tl.float32)
    for start in range(0, d, D):
        l = start + tl.arange(0, D)
        tq = tl.load(q + i[:, None] * d + l[None, :],
                     mask=(i[:, None] < m) & (l[None, :] < d), other=0.0)
        tk = tl.load(k + j[:, None] * d + l[None, :],
                     mask=(j[:, None] < n) & (l[None, :] < d), other=0.0)
        if DOT:
            acc = tl.dot(tq, tl.trans(tk), acc)
        else:
            tq, tk = tq.to(tl.float32), tk.to(tl.float32)
            acc += tl.sum(tq[:, None, :] * tk[None, :, :], axis=2)
    acc = acc * scale + tl.load(bias + j, mask=j < n, other=0.0)[None, :]
    acc = tl.where(j[None, :] <= i[:, None], acc, -10000.0)
    tl.store(out + i[:, None] * n + j[None, :], acc,
             mask=(i[:, None] < m) & (j[None, :] < n))


def scores(q, k, bias, out, m, n, d, scale):
    B, D = (64, 32) if m * n > 250000 else (16, 16)
    grid = (triton.cdiv(m, B), triton.cdiv(n, B))
    scores_kernel[grid](q, k, bias, out, m, n, d, scale, B=B, D=D, DOT=B == 64)
