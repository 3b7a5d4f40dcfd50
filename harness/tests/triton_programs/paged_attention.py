"""Attention: one query, its keys and values in pages found by a table."""

import torch
import triton
import triton.language as tl


@triton.jit
def decode(q, keys, values, table, length, out, D: tl.constexpr,
           PAGE: tl.constexpr):
    d, at = tl.arange(0, D), tl.arange(0, PAGE)
    x = tl.load(q + d)
    n = tl.load(length)
    top, total = -float("inf"), 0.0
    acc = tl.zeros([D], tl.float32)
    for i in range(0, tl.cdiv(n, PAGE)):
        page = tl.load(table + i) * PAGE * D
        here = page + at[:, None] * D + d[None, :]
        ok = i * PAGE + at < n
        k = tl.load(keys + here, mask=ok[:, None], other=0.0)
        s = tl.where(ok, tl.sum(k * x[None, :], 1), -float("inf"))
        new = tl.maximum(top, tl.max(s, 0))
        p, fade = tl.exp(s - new), tl.exp(top - new)
        v = tl.load(values + here, mask=ok[:, None], other=0.0)
        acc = acc * fade + tl.sum(p[:, None] * v, 0)
        total = total * fade + tl.sum(p, 0)
        top = new
    tl.store(out + d, acc / total)


D, PAGE, n = 64, 16, 75
keys, values = (torch.randn(12, PAGE, D, device="cuda") for _ in range(2))
table = torch.randperm(12, device="cuda")[:5].to(torch.int32)
q, out = torch.randn(D, device="cuda"), torch.empty(D, device="cuda")
length = torch.tensor([n], dtype=torch.int32, device="cuda")
decode[(1,)](q, keys, values, table, length, out, D=D, PAGE=PAGE)
k, v = (t[table.long()].reshape(-1, D)[:n] for t in (keys, values))
torch.testing.assert_close(out, torch.softmax(k @ q, 0) @ v)
