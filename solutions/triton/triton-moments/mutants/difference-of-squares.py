# rejected by: case mean of 10000 (cancellation)
# says: The variance is the mean of the squares less the square of the mean. With a mean of 10000 it loses all its digits: add up squares of v - mean.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    m = tl.sum(v, axis=0) / cols
    tl.store(mean + row, m)
    tl.store(var + row, tl.sum(v * v, axis=0) / cols - m * m)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK)
