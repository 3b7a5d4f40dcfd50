# A program to profile: six launches of Triton kernels. Leave it as it is.
#
#     python triton-counters.py SIZE          launches each once
#     python triton-counters.py SIZE bench    asks do_bench about copy
import sys

import torch
import triton
import triton.language as tl

COLS = 2048


# Each element once.
@triton.jit
def copy(x, out, COLS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    tl.store(out + at, tl.load(x + at))


# The same, launched on the arrays that copy has just used.
@triton.jit
def again(x, out, COLS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    tl.store(out + at, tl.load(x + at))


# A row stays in registers from its load to its store.
@triton.jit
def softmax(x, out, COLS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    row = tl.load(x + at)
    e = tl.exp(row - tl.max(row, axis=0))
    tl.store(out + at, e / tl.sum(e, axis=0))


# A row is loaded for its maximum, for its sum, and for its result.
@triton.jit
def passes(x, out, COLS: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.program_id(0) * COLS
    most = tl.full((BLOCK,), -float("inf"), tl.float32)
    for c in range(0, COLS, BLOCK):
        most = tl.maximum(most, tl.load(x + first + c + tl.arange(0, BLOCK)))
    largest = tl.max(most, axis=0)
    sums = tl.zeros((BLOCK,), tl.float32)
    for c in range(0, COLS, BLOCK):
        sums += tl.exp(tl.load(x + first + c + tl.arange(0, BLOCK)) - largest)
    total = tl.sum(sums, axis=0)
    for c in range(0, COLS, BLOCK):
        at = first + c + tl.arange(0, BLOCK)
        tl.store(out + at, tl.exp(tl.load(x + at) - largest) / total)


# Much arithmetic for each element.
@triton.jit
def series(x, out, COLS: tl.constexpr, STEPS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    row = tl.load(x + at)
    sum = tl.zeros((COLS,), tl.float32)
    for _ in range(STEPS):
        sum = sum * row + 0.5
    tl.store(out + at, sum)


# softmax of four rows.
@triton.jit
def few(x, out, COLS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    row = tl.load(x + at)
    e = tl.exp(row - tl.max(row, axis=0))
    tl.store(out + at, e / tl.sum(e, axis=0))


def pair(rows):
    """Two arrays. They are filled by a copy: a fill would be one more launch."""
    return [torch.full((rows, COLS), 0.25).to("cuda") for _ in range(2)]


def main():
    rows = 8 * int(sys.argv[1]) if len(sys.argv) > 1 else 640
    x, out = pair(rows)
    if sys.argv[2:] == ["bench"]:
        ms = triton.testing.do_bench(lambda: copy[(rows,)](x, out, COLS))
        print(f"do_bench: copy takes {1000 * ms:.4g} us")
        return
    copy[(rows,)](x, out, COLS)
    again[(rows,)](x, out, COLS)
    for kernel, n, more in ((softmax, rows, ()), (passes, rows, (512,)),
                            (series, rows, (256,)), (few, 4, ())):
        x, out = pair(n)
        kernel[(n,)](x, out, COLS, *more)
    torch.cuda.synchronize()


main()
