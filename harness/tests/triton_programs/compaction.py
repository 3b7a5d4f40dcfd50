"""Scans: positive elements move together; programs reserve places by an atomic."""

import torch
import triton
import triton.language as tl


@triton.jit
def keep(x, out, count, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=-1.0)
    wanted = (v > 0).to(tl.int32)
    place = tl.cumsum(wanted, 0) - wanted
    base = tl.atomic_add(count, tl.sum(wanted, 0))
    tl.store(out + base + place, v, mask=wanted > 0)


x = torch.randn(5000, device="cuda")
out, count = torch.zeros_like(x), torch.zeros(1, dtype=torch.int32,
                                              device="cuda")
keep[(triton.cdiv(5000, 256),)](x, out, count, 5000, BLOCK=256)
want = x[x > 0]
assert count.item() == len(want)
assert torch.equal(out[:len(want)].sort().values, want.sort().values)
