# rejected by: gate flops (all scores once for the maximum, and once more)
import triton
import triton.language as tl


@triton.jit
def attention_kernel(q, k, v, out, n, scale, CAUSAL: tl.constexpr,
                     BM: tl.constexpr, BN: tl.constexpr):
    base = tl.program_id(1) * n * 64
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, 64)
    tq = tl.load(q + base + rows[:, None] * 64 + d[None, :],
                 mask=rows[:, None] < n, other=0.0)
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    for start in range(0, n, BN):
        keys = start + tl.arange(0, BN)
        tk = tl.load(k + base + keys[:, None] * 64 + d[None, :],
                     mask=keys[:, None] < n, other=0.0)
        seen = keys[None, :] < n
        if CAUSAL:
            seen = seen & (keys[None, :] <= rows[:, None])
        scores = tl.where(seen, tl.dot(tq, tl.trans(tk)) * scale, -float("inf"))
        m = tl.maximum(m, tl.max(scores, axis=1))
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, 64), dtype=tl.float32)
    # The first tile of keys has one for every query, so m is finite after it.
    end = min((tl.program_id(0) + 1) * BM, n) if CAUSAL else n
    for start in range(0, end, BN):
        keys = start + tl.arange(0, BN)
        tk = tl.load(k + base + keys[:, None] * 64 + d[None, :],
                     mask=keys[:, None] < n, other=0.0)
        scores = tl.dot(tq, tl.trans(tk)) * scale
        seen = keys[None, :] < n
        if CAUSAL:
            seen = seen & (keys[None, :] <= rows[:, None])
        scores = tl.where(seen, scores, -float("inf"))
        weights = tl.exp(scores - m[:, None])
        l += tl.sum(weights, axis=1)
        tv = tl.load(v + base + keys[:, None] * 64 + d[None, :],
                     mask=keys[:, None] < n, other=0.0)
        acc = tl.dot(weights.to(tl.float16), tv, acc)
    tl.store(out + base + rows[:, None] * 64 + d[None, :], acc / l[:, None],
             mask=rows[:, None] < n)


def attention(q, k, v, out, heads, n, causal, scale):
    BM, BN = 64, 64
    attention_kernel[(triton.cdiv(n, BM), heads)](
        q, k, v, out, n, scale, CAUSAL=causal == 1, BM=BM, BN=BN, num_warps=4,
        num_stages=2)
