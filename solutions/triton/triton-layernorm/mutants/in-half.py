# rejected by: case (the moments are computed in half precision)
# says: A sum over the row, for the mean or for the variance, is computed in half precision. Convert the row to 32-bit floats first.
import triton
import triton.language as tl


@triton.jit
def layernorm_kernel(x, gain, bias, out, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    g = tl.load(gain + at, mask=mask, other=0.0)
    b = tl.load(bias + at, mask=mask, other=0.0)
    d = tl.where(mask, v - (tl.sum(v, axis=0) / cols).to(tl.float16), 0.0).to(tl.float16)
    rstd = 1 / tl.sqrt(tl.sum(d * d, axis=0) / cols + eps)
    tl.store(out + row * cols + at, d * rstd * g + b, mask=mask)


def layernorm(x, gain, bias, out, rows, cols, eps):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    layernorm_kernel[(rows,)](x, gain, bias, out, cols, eps, BLOCK=BLOCK,
                              num_warps=num_warps)
