# rejected by: case (v is not multiplied by the whole bracket)
# says: This is 0.5 * v + erf(...). The whole bracket is multiplied: 0.5 * v * (1 + erf(v / sqrt(2))).
import triton
import triton.language as tl


@triton.jit
def fused(x, bias, keep, out, n, cols, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask) + tl.load(bias + at % cols, mask=mask)
    g = 0.5 * v + tl.erf(v * 0.7071067811865476)
    k = tl.load(keep + at, mask=mask)
    tl.store(out + at, tl.where(k >= p, g / (1 - p), 0.0), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    n, BLOCK = rows * cols, 1024
    fused[(triton.cdiv(n, BLOCK),)](x, bias, keep, out, n, cols, p, BLOCK=BLOCK)
