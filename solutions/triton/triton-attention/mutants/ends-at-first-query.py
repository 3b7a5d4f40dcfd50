# rejected by: case causal=1 (the loop ends before the tile with the diagonal)
# says: With `causal` the loop over the keys ends before the tile of the queries themselves. The first tile of queries has no key at all, and 0 / 0 is not a number. End at the last query of the tile.
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
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, 64), dtype=tl.float32)
    end = tl.program_id(0) * BM if CAUSAL else n
    for start in range(0, end, BN):
        keys = start + tl.arange(0, BN)
        tk = tl.load(k + base + keys[:, None] * 64 + d[None, :],
                     mask=keys[:, None] < n, other=0.0)
        scores = tl.dot(tq, tl.trans(tk)) * scale
        seen = keys[None, :] < n
        if CAUSAL:
            seen = seen & (keys[None, :] <= rows[:, None])
        scores = tl.where(seen, scores, -float("inf"))
        new = tl.maximum(m, tl.max(scores, axis=1))
        weights = tl.exp(scores - new[:, None])
        alpha = tl.exp(m - new)
        l = l * alpha + tl.sum(weights, axis=1)
        tv = tl.load(v + base + keys[:, None] * 64 + d[None, :],
                     mask=keys[:, None] < n, other=0.0)
        acc = tl.dot(weights.to(tl.float16), tv, acc * alpha[:, None])
        m = new
    tl.store(out + base + rows[:, None] * 64 + d[None, :], acc / l[:, None],
             mask=rows[:, None] < n)


def attention(q, k, v, out, heads, n, causal, scale):
    BM, BN = 64, 64
    attention_kernel[(triton.cdiv(n, BM), heads)](
        q, k, v, out, n, scale, CAUSAL=causal == 1, BM=BM, BN=BN, num_warps=4,
        num_stages=2)
