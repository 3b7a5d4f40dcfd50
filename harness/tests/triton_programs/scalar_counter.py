"""Scalars: one value loaded, changed and stored by a single program, twice."""

import torch
import triton
import triton.language as tl


@triton.jit
def step(p, by):
    tl.store(p, tl.load(p) + by)
    tl.debug_barrier()
    tl.store(p, tl.load(p) * 2)


p = torch.full((1,), 3, dtype=torch.int32, device="cuda")
step[(1,)](p, 4)
step[(1,)](p, 1)
assert p.item() == 30
