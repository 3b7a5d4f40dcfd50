# rejected by: case (the gain and the bias are applied in half precision)
# says: The results are nearly right: the normalised row, the gain or the bias is rounded to half before the last product and sum. Stay in 32-bit floats up to the store, which rounds once.
import triton
import triton.language as tl


@triton.jit
def layernorm_kernel(x, gain, bias, out, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
    mean = tl.sum(v, axis=0) / cols
    d = tl.where(mask, v - mean, 0.0)
    var = tl.sum(d * d, axis=0) / cols
    y = (d * tl.rsqrt(var + eps)).to(tl.float16)
    g = tl.load(gain + at, mask=mask).to(tl.float16)
    b = tl.load(bias + at, mask=mask).to(tl.float16)
    tl.store(out + row * cols + at, y * g + b, mask=mask)


def layernorm(x, gain, bias, out, rows, cols, eps):
    BLOCK = triton.next_power_of_2(cols)
    layernorm_kernel[(rows,)](x, gain, bias, out, cols, eps, BLOCK=BLOCK)
