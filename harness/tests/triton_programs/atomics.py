"""Atomics: max, min, and, or, xor, exchange, and their old values."""

import torch
import triton
import triton.language as tl


@triton.jit
def all_kinds(x, out, old, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask)
    out += at * 0
    tl.atomic_max(out, v, mask=mask)
    tl.atomic_min(out + 1, v, mask=mask)
    tl.atomic_and(out + 2, v, mask=mask)
    tl.atomic_or(out + 3, v, mask=mask)
    tl.atomic_xor(out + 4, v, mask=mask)
    tl.store(old + at, tl.atomic_add(out + 5, 1, mask=mask), mask=mask)


x = torch.randint(0, 1 << 20, (700,), dtype=torch.int32, device="cuda")
out = torch.tensor([0, 1 << 30, -1, 0, 0, 0], dtype=torch.int32, device="cuda")
old = torch.empty_like(x)
all_kinds[(6,)](x, out, old, 700, BLOCK=128)
want = [x.max(), x.min(), x[0], x[0], x[0] * 0, 700]
for v in x:
    want[2], want[3], want[4] = want[2] & v, want[3] | v, want[4] ^ v
assert out.tolist() == [int(w) for w in want]
assert torch.equal(old.sort().values.cpu(), torch.arange(700).int())
