# rejected by: gate traffic (one launch, and the scores go to memory and back before scale, bias and mask)
import triton
import triton.language as tl


@triton.jit
def scores_kernel(q, k, bias, out, m, n, d, scale, B: tl.constexpr, D: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    acc = tl.zeros((B, B), dtype=tl.float32)
    for start in range(0, d, D):
        l = start + tl.arange(0, D)
        tq = tl.load(q + i[:, None] * d + l[None, :],
                     mask=(i[:, None] < m) & (l[None, :] < d), other=0.0)
        tk = tl.load(k + j[None, :] * d + l[:, None],
                     mask=(j[None, :] < n) & (l[:, None] < d), other=0.0)
        acc = tl.dot(tq, tk, acc)
    inside = (i[:, None] < m) & (j[None, :] < n)
    at = out + i[:, None] * n + j[None, :]
    tl.store(at, acc * scale, mask=inside)
    tl.debug_barrier()
    acc = tl.load(at, mask=inside, volatile=True)
    acc += tl.load(bias + j, mask=j < n, other=0.0)[None, :]
    tl.store(at, acc, mask=inside)
    tl.debug_barrier()
    acc = tl.load(at, mask=inside, volatile=True)
    tl.store(at, -10000.0 + tl.zeros_like(acc), mask=inside & (j[None, :] > i[:, None]))


def scores(q, k, bias, out, m, n, d, scale):
    grid = (triton.cdiv(m, 64), triton.cdiv(n, 64))
    scores_kernel[grid](q, k, bias, out, m, n, d, scale, B=64, D=32)
