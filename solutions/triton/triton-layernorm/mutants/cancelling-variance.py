# rejected by: case mean of 100 (cancellation)
# says: The variance is the mean of the squares less the square of the mean. With a mean of 100 it loses most of its digits: add up squares of v - mean.
import triton
import triton.language as tl


@triton.jit
def layernorm_kernel(x, gain, bias, out, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(gain + at, mask=mask, other=0.0)
    b = tl.load(bias + at, mask=mask, other=0.0)
    mean = tl.sum(v, axis=0) / cols
    rstd = 1 / tl.sqrt(tl.sum(v * v, axis=0) / cols - mean * mean + eps)
    tl.store(out + row * cols + at, (v - mean) * rstd * g + b, mask=mask)


def layernorm(x, gain, bias, out, rows, cols, eps):
    BLOCK = triton.next_power_of_2(cols)
    layernorm_kernel[(rows,)](x, gain, bias, out, cols, eps, BLOCK=BLOCK)
