# rejected by: case mean of 10000 (subtracts what the lanes beyond the row have added)
# says: The lanes beyond the row add mean * mean each, and that is subtracted at the end. With a mean of 10000 this takes all the digits of the variance. Set those lanes to 0 before you square them.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    m = tl.sum(v, axis=0) / cols
    d = v - m
    squares = tl.sum(d * d, axis=0) - (BLOCK - cols) * m * m
    tl.store(mean + row, m)
    tl.store(var + row, squares / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK)
