"""Meta-parameters: autotuning in place, with restored and zeroed arguments."""

import torch
import triton
import triton.language as tl


@triton.autotune([triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 256})],
                 key=["n"], restore_value=["x"], reset_to_zero=["count"])
@triton.jit
def step(x, count, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, mask=at < n) + 1, mask=at < n)
    tl.atomic_add(count, tl.sum((at < n).to(tl.int32)))


x = torch.zeros(1000, device="cuda")
count = torch.zeros(1, dtype=torch.int32, device="cuda")
step[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, count, 1000)
assert torch.equal(x, torch.ones_like(x)) and count.item() == 1000
