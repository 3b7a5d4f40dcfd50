"""Atomics: counts of a tile, added to those of the whole."""

import torch
import triton
import triton.language as tl


@triton.jit
def count(x, out, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n, other=0)
    bins = tl.histogram(v, BINS, mask=at < n)
    tl.atomic_add(out + tl.arange(0, BINS), bins)


x = torch.randint(0, 64, (5001,), dtype=torch.int32, device="cuda")
out = torch.zeros(64, dtype=torch.int32, device="cuda")
count[(triton.cdiv(5001, 512),)](x, out, 5001, BINS=64, BLOCK=512)
assert torch.equal(out.long(), torch.bincount(x, minlength=64))
