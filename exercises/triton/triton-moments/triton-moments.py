import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    tl.store(mean + row, tl.sum(v, axis=0) / cols)
    # TODO: the variance.


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK)
