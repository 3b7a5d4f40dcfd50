"""Types: masks in memory, logic and tl.where."""

import torch
import triton
import triton.language as tl


@triton.jit
def choose(a, b, x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    p = tl.load(a + at, mask=mask, other=0).to(tl.int1)
    q = tl.load(b + at, mask=mask, other=0).to(tl.int1)
    tl.store(out + at, tl.where(p & ~q, tl.load(x + at, mask=mask),
                                tl.load(y + at, mask=mask)), mask=mask)


a, b = torch.rand(500, device="cuda") > .5, torch.rand(500, device="cuda") > .5
x, y = torch.randn(500, device="cuda"), torch.randn(500, device="cuda")
out = torch.empty_like(x)
choose[(4,)](a, b, x, y, out, 500, BLOCK=128)
assert torch.equal(out, torch.where(a & ~b, x, y))
