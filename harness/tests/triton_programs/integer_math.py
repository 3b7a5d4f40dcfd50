"""Functions: division, remainder, shifts, high products of integers."""

import torch
import triton
import triton.language as tl


@triton.jit
def apply(a, b, out, N: tl.constexpr):
    at = tl.arange(0, N)
    x, y = tl.load(a + at), tl.load(b + at)
    tl.store(out + at, x // y)
    tl.store(out + N + at, x % y)
    tl.store(out + 2 * N + at, (x << 3) ^ (x >> 2))
    tl.store(out + 3 * N + at, tl.umulhi(x.to(tl.uint32), y.to(tl.uint32)))
    tl.store(out + 4 * N + at, tl.minimum(x, y) + tl.abs(x - y))
    tl.store(out + 5 * N + at, tl.clamp(x.to(tl.float32), 10., 99.).to(tl.int32))


a = torch.randint(0, 1 << 30, (256,), dtype=torch.int32, device="cuda")
b = torch.randint(1, 1 << 20, (256,), dtype=torch.int32, device="cuda")
out = torch.empty(6, 256, dtype=torch.int32, device="cuda")
apply[(1,)](a, b, out, N=256)
a64, b64 = a.long(), b.long()
want = [a64 // b64, a64 % b64, (a << 3) ^ (a >> 2), a64 * b64 >> 32,
        torch.minimum(a, b) + (a - b).abs(), a.clamp(10, 99)]
assert torch.equal(out.long(), torch.stack([w.long() for w in want]))
