"""Functions: PTX written by hand."""

import torch
import triton
import triton.language as tl


@triton.jit
def high(a, b, out, N: tl.constexpr):
    at = tl.arange(0, N)
    r = tl.inline_asm_elementwise(
        "mul.hi.u32 $0, $1, $2;", "=r,r,r", [tl.load(a + at), tl.load(b + at)],
        dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out + at, r)


a = torch.randint(0, 1 << 30, (256,), dtype=torch.int32, device="cuda")
b = torch.randint(0, 1 << 30, (256,), dtype=torch.int32, device="cuda")
out = torch.empty_like(a)
high[(1,)](a, b, out, N=256)
assert torch.equal(out.long(), a.long() * b.long() >> 32)
