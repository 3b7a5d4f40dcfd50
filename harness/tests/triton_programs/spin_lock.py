"""Locks: every program adds to a list under one lock."""

import torch
import triton
import triton.language as tl


@triton.jit
def enter(lock, count, order):
    while tl.atomic_cas(lock, 0, 1, sem="acquire") == 1:
        pass
    n = tl.load(count)
    tl.store(order + n, tl.program_id(0))
    tl.store(count, n + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0, sem="release")


lock, count = (torch.zeros(1, dtype=torch.int32, device="cuda")
               for _ in range(2))
order = torch.full((40,), -1, dtype=torch.int32, device="cuda")
enter[(40,)](lock, count, order)
assert count.item() == 40
assert sorted(order.tolist()) == list(range(40))
