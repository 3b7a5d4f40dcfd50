"""Arguments: integers of all sizes, floats, booleans, one that is 1."""

import torch
import triton
import triton.language as tl


@triton.jit
def put(out, a, b, c, f, flag, one):
    tl.store(out, a + 0.0)
    tl.store(out + 1, b + 0.0)
    tl.store(out + 2, c + 0.0)
    tl.store(out + 3, f)
    tl.store(out + 4, tl.where(flag, 1.0, 2.0))
    tl.store(out + 5, one + 0.0)


out = torch.empty(6, device="cuda", dtype=torch.float64)
put[(1,)](out, -7, 1 << 40, (1 << 63) + (1 << 62), 0.5, True, 1)
assert out.tolist() == [-7.0, 2.0**40, 2.0**63 + 2.0**62, 0.5, 1.0, 1.0]
