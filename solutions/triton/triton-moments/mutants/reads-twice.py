# rejected by: gate traffic (two kernels, each of which reads the row)
import triton
import triton.language as tl


@triton.jit
def mean_kernel(x, mean, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    tl.store(mean + row, tl.sum(v, axis=0) / cols)


@triton.jit
def var_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    d = tl.where(mask, v - tl.load(mean + row), 0.0)
    tl.store(var + row, tl.sum(d * d, axis=0) / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    mean_kernel[(rows,)](x, mean, cols, BLOCK=BLOCK, num_warps=8)
    var_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK, num_warps=8)
