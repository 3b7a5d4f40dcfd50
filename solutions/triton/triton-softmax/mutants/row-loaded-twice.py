# rejected by: gate traffic (the row comes from memory once for the maximum and once for the sum)
import torch
import triton
import triton.language as tl


@triton.jit
def exp_kernel(x, e, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    values = tl.load(x + row * cols + columns, mask=mask, other=-float("inf"))
    tl.store(e + row * cols + columns, tl.exp(values - tl.max(values, axis=0)),
             mask=mask)


@triton.jit
def divide_kernel(e, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    values = tl.load(e + row * cols + columns, mask=mask, other=0.0)
    tl.store(out + row * cols + columns, values / tl.sum(values, axis=0),
             mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    e = torch.empty_like(x)
    exp_kernel[(rows,)](x, e, cols, BLOCK=BLOCK, num_warps=8)
    divide_kernel[(rows,)](e, out, cols, BLOCK=BLOCK, num_warps=8)
