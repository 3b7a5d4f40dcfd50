"""Meta-parameters: heuristics and lambdas over them, default arguments."""

import torch
import triton
import triton.language as tl


@triton.heuristics({"BLOCK": lambda a: triton.next_power_of_2(a["cols"]),
                    "EVEN": lambda a: a["cols"] % 32 == 0})
@triton.jit
def double(x, out, cols, factor=2.0, BLOCK: tl.constexpr = 16,
           EVEN: tl.constexpr = False):
    at = tl.arange(0, BLOCK)
    row = tl.program_id(0) * cols
    if EVEN and BLOCK == 64:
        tl.store(out + row + at, factor * tl.load(x + row + at))
    else:
        mask = at < cols
        tl.store(out + row + at, factor * tl.load(x + row + at, mask=mask),
                 mask=mask)


for cols in (64, 100, 1):
    x = torch.randn(3, cols, device="cuda")
    out = torch.empty_like(x)
    double[lambda meta: (3 * meta["BLOCK"] // meta["BLOCK"],)](x, out, cols)
    assert torch.equal(out, 2 * x)
