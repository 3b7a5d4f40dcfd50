# rejected by: build (all keys in one tile: no softmax in parts)
import triton
import triton.language as tl


@triton.jit
def kernel(q, k, v, out, n, causal, scale, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    head = tl.program_id(1)
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, BLOCK)
    d = tl.arange(0, 64)
    base = head * n * 64
    qs = tl.load(q + base + r[:, None] * 64 + d[None, :], mask=r[:, None] < n, other=0.0)
    ks = tl.load(k + base + c[:, None] * 64 + d[None, :], mask=c[:, None] < n, other=0.0)
    vs = tl.load(v + base + c[:, None] * 64 + d[None, :], mask=c[:, None] < n, other=0.0)
    s = tl.dot(qs, tl.trans(ks)) * scale
    seen = (c[None, :] < n) & ((causal == 0) | (c[None, :] <= r[:, None]))
    s = tl.where(seen, s, float('-inf'))
    m = tl.max(s, 1)
    p = tl.exp(s - m[:, None])
    l = tl.sum(p, 1)
    o = tl.dot(p.to(tl.float16), vs) / l[:, None]
    tl.store(out + base + r[:, None] * 64 + d[None, :], o, mask=r[:, None] < n)


def attention(q, k, v, out, heads, n, causal, scale):
    if heads and n:
        kernel[(triton.cdiv(n, 16), heads)](q, k, v, out, n, causal, scale, ROWS=16, BLOCK=max(16, triton.next_power_of_2(n)))
