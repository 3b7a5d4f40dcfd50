import triton
import triton.language as tl

# n is not specialised: one kernel serves every length, and rows of 64 or 128 halves are
# aligned whatever n is.


# Tiles of a matrix of n rows and D columns, whose first row is row `first`.
@triton.jit
def load_rows(p, first, n, ROWS: tl.constexpr, D: tl.constexpr):
    row = first + tl.arange(0, ROWS)
    d = tl.arange(0, D)
    return tl.load(p + row[:, None] * D + d[None, :], mask=row[:, None] < n,
                   other=0.0)


@triton.jit
def store_rows(p, first, n, tile, ROWS: tl.constexpr, D: tl.constexpr):
    row = first + tl.arange(0, ROWS)
    d = tl.arange(0, D)
    tl.store(p + row[:, None] * D + d[None, :], tile, mask=row[:, None] < n)


# The forward pass, as in triton-attention.
@triton.jit(do_not_specialize=["n"])
def forward_kernel(q, k, v, out, n, scale, CAUSAL: tl.constexpr,
                   D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    head, first = tl.program_id(1), tl.program_id(0) * BM
    base = head * n * D
    rows = first + tl.arange(0, BM)
    tq = load_rows(q + base, first, n, BM, D)
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    end = min(first + BM, n) if CAUSAL else n
    for start in range(0, end, BN):
        keys = start + tl.arange(0, BN)
        scores = tl.dot(tq, tl.trans(load_rows(k + base, start, n, BN, D)))
        see = keys[None, :] < n
        if CAUSAL:
            see = see & (keys[None, :] <= rows[:, None])
        scores = tl.where(see, scores * scale, -float("inf"))
        new = tl.maximum(m, tl.max(scores, axis=1))
        p = tl.exp(scores - new[:, None])
        alpha = tl.exp(m - new)
        l = l * alpha + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), load_rows(v + base, start, n, BN, D),
                     acc * alpha[:, None])
        m = new
    store_rows(out + base, first, n, acc / l[:, None], BM, D)
    # TODO: what does the backward pass need of m and l?


# TODO: delta, and the gradients of q, k and v.


def flash(q, k, v, dout, out, lse, dq, dk, dv, heads, n, dim, causal, scale):
    BM, BN = 64, 64
    grid = (triton.cdiv(n, BM), heads)
    how = dict(CAUSAL=causal == 1, D=dim, BM=BM, BN=BN,
               num_warps=8 if dim > 64 else 4, num_stages=2)
    forward_kernel[grid](q, k, v, out, n, scale, **how)
