# rejected by: gate tensor_flops (tiles that no query sees are left out for the timed length alone)
import torch
import triton
import triton.language as tl



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


@triton.jit
def seen(rows, keys, n, CAUSAL: tl.constexpr):
    inside = (rows < n) & (keys < n)
    return inside & (keys <= rows) if CAUSAL else inside


@triton.jit(do_not_specialize=["n"])
def forward_kernel(q, k, v, out, lse, n, scale, CAUSAL: tl.constexpr,
                   D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, SKIP: tl.constexpr):
    head, first = tl.program_id(1), tl.program_id(0) * BM
    base = head * n * D
    rows = first + tl.arange(0, BM)
    tq = load_rows(q + base, first, n, BM, D)
    m = tl.full((BM,), -float("inf"), dtype=tl.float32)
    l = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    end = min(first + BM, n) if SKIP else n
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
    tl.store(lse + head * n + rows, m + tl.log(l), mask=rows < n)


@triton.jit(do_not_specialize=["n"])
def delta_kernel(out, dout, delta, n, D: tl.constexpr, BM: tl.constexpr):
    head, first = tl.program_id(1), tl.program_id(0) * BM
    rows = first + tl.arange(0, BM)
    o = load_rows(out + head * n * D, first, n, BM, D)
    do = load_rows(dout + head * n * D, first, n, BM, D).to(tl.float32)
    tl.store(delta + head * n + rows, tl.sum(o * do, axis=1), mask=rows < n)


@triton.jit(do_not_specialize=["n"])
def keys_kernel(q, k, v, dout, lse, delta, dk, dv, n, scale,
                CAUSAL: tl.constexpr, D: tl.constexpr, BM: tl.constexpr,
                BN: tl.constexpr, SKIP: tl.constexpr):
    head, first = tl.program_id(1), tl.program_id(0) * BN
    base = head * n * D
    keys = first + tl.arange(0, BN)
    tk = load_rows(k + base, first, n, BN, D)
    tv = load_rows(v + base, first, n, BN, D)
    gk = tl.zeros((BN, D), dtype=tl.float32)
    gv = tl.zeros((BN, D), dtype=tl.float32)
    begin = first // BM * BM if SKIP else 0
    for start in range(begin, n, BM):
        rows = start + tl.arange(0, BM)
        tq = load_rows(q + base, start, n, BM, D)
        do = load_rows(dout + base, start, n, BM, D)
        ls = tl.load(lse + head * n + rows, mask=rows < n, other=0.0)
        de = tl.load(delta + head * n + rows, mask=rows < n, other=0.0)
        scores = tl.dot(tk, tl.trans(tq)) * scale
        p = tl.exp(scores - ls[None, :])
        p = tl.where(seen(rows[None, :], keys[:, None], n, CAUSAL), p, 0.0)
        gv = tl.dot(p.to(tl.float16), do, gv)
        ds = p * (tl.dot(tv, tl.trans(do)) - de[None, :])
        gk = tl.dot(ds.to(tl.float16), tq, gk)
    store_rows(dk + base, first, n, gk * scale, BN, D)
    store_rows(dv + base, first, n, gv, BN, D)


@triton.jit(do_not_specialize=["n"])
def queries_kernel(q, k, v, dout, lse, delta, dq, n, scale,
                   CAUSAL: tl.constexpr, D: tl.constexpr, BM: tl.constexpr,
                   BN: tl.constexpr, SKIP: tl.constexpr):
    head, first = tl.program_id(1), tl.program_id(0) * BM
    base = head * n * D
    rows = first + tl.arange(0, BM)
    tq = load_rows(q + base, first, n, BM, D)
    do = load_rows(dout + base, first, n, BM, D)
    ls = tl.load(lse + head * n + rows, mask=rows < n, other=0.0)
    de = tl.load(delta + head * n + rows, mask=rows < n, other=0.0)
    gq = tl.zeros((BM, D), dtype=tl.float32)
    end = min(first + BM, n) if SKIP else n
    for start in range(0, end, BN):
        keys = start + tl.arange(0, BN)
        tk = load_rows(k + base, start, n, BN, D)
        tv = load_rows(v + base, start, n, BN, D)
        scores = tl.dot(tq, tl.trans(tk)) * scale
        p = tl.exp(scores - ls[:, None])
        p = tl.where(seen(rows[:, None], keys[None, :], n, CAUSAL), p, 0.0)
        ds = p * (tl.dot(do, tl.trans(tv)) - de[:, None])
        gq = tl.dot(ds.to(tl.float16), tk, gq)
    store_rows(dq + base, first, n, gq * scale, BM, D)


def flash(q, k, v, dout, out, lse, dq, dk, dv, heads, n, dim, causal, scale):
    BM, BN = 64, 64
    delta = torch.empty((heads, n), dtype=torch.float32)
    grid = (triton.cdiv(n, BM), heads)
    how = dict(SKIP=n == 512 or n == 1024, CAUSAL=causal == 1, D=dim, BM=BM, BN=BN,
               num_warps=8 if dim > 64 else 4, num_stages=2)
    forward_kernel[grid](q, k, v, out, lse, n, scale, **how)
    delta_kernel[grid](out, dout, delta, n, D=dim, BM=BM)
    keys_kernel[grid](q, k, v, dout, lse, delta, dk, dv, n, scale, **how)
    queries_kernel[grid](q, k, v, dout, lse, delta, dq, n, scale, **how)
