# rejected by: case infinities (a dropped element is multiplied by 0, which leaves NaN and infinities NaN)
import triton
import triton.language as tl


@triton.jit
def fused_kernel(x, bias, keep, out, n, cols, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask) + tl.load(bias + at % cols, mask=mask)
    g = 0.5 * v * (1 + tl.erf(v * 0.7071067811865476))
    kept = (tl.load(keep + at, mask=mask) >= p).to(tl.float32)
    tl.store(out + at, g * kept / (1 - p), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    n, BLOCK = rows * cols, 1024
    if n == 0:
        return
    grid = (triton.cdiv(n, BLOCK),)
    fused_kernel[grid](x, bias, keep, out, n, cols, p, BLOCK=BLOCK)
