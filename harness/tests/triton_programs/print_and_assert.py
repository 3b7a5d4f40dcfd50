"""Messages: device_print, device_assert, static_print, static_assert."""

import torch
import triton
import triton.language as tl


@triton.jit
def check(x, N: tl.constexpr):
    tl.static_assert(N == 4, "four")
    tl.static_print("compiled for", N)
    v = tl.load(x + tl.arange(0, N))
    tl.device_assert(v >= 0, "negative")
    if tl.program_id(0) == 1:
        tl.device_print("value:", v)


check[(2,)](torch.arange(4, device="cuda"), N=4, num_warps=1, debug=True)
