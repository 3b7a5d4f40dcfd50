# rejected by: case (adds up the distances, not their squares)
# says: The result is the mean of the absolute distances to the mean. A variance is the mean of their squares: d * d.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    m = tl.sum(v, axis=0) / cols
    d = tl.where(mask, v - m, 0.0)
    tl.store(mean + row, m)
    tl.store(var + row, tl.sum(tl.abs(d), axis=0) / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK)
