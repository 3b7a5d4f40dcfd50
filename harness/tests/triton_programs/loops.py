"""Control flow: static_range, while, break by condition, if on a loaded value."""

import torch
import triton
import triton.language as tl


@triton.jit
def run(x, steps, out, N: tl.constexpr, TIMES: tl.constexpr):
    at = tl.arange(0, N)
    v = tl.load(x + at)
    for i in tl.static_range(TIMES):
        v += i
    n = tl.load(steps + tl.program_id(0))
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        v += 1
    tl.store(out + tl.program_id(0) * N + at, v)


def collatz(n):
    return 0 if n == 1 else 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)


x = torch.randn(32, device="cuda")
steps = torch.tensor([1, 6, 7, 27], dtype=torch.int32, device="cuda")
out = torch.empty(4, 32, device="cuda")
run[(4,)](x, steps, out, N=32, TIMES=4)
for row, n in zip(out, steps.tolist()):
    torch.testing.assert_close(row, x + 6 + collatz(n))
