# rejected by: case (kept where keep is below 1 - p)
# says: An element is kept where keep is at least p. This keeps where keep is below 1 - p: as many of them, and others.
import triton
import triton.language as tl


@triton.jit
def fused(x, bias, keep, out, n, cols, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask) + tl.load(bias + at % cols, mask=mask)
    g = 0.5 * v * (1 + tl.erf(v / 1.4142135623730951))
    k = tl.load(keep + at, mask=mask)
    tl.store(out + at, tl.where(k < 1 - p, g / (1 - p), 0.0), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    n, BLOCK = rows * cols, 1024
    fused[(triton.cdiv(n, BLOCK),)](x, bias, keep, out, n, cols, p, BLOCK=BLOCK)
