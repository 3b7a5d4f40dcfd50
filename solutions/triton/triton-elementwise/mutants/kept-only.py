# rejected by: case (dropped elements are never stored)
# says: The dropped elements are never stored, so their old value stays. A 0 must be stored there: the mask says what exists, and tl.where what is dropped.
import triton
import triton.language as tl


@triton.jit
def fused(x, bias, keep, out, n, cols, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    k = tl.load(keep + at, mask=mask)
    mask = mask & (k >= p)
    v = tl.load(x + at, mask=mask) + tl.load(bias + at % cols, mask=mask)
    g = 0.5 * v * (1 + tl.erf(v * 0.7071067811865476))
    tl.store(out + at, g / (1 - p), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    n, BLOCK = rows * cols, 1024
    fused[(triton.cdiv(n, BLOCK),)](x, bias, keep, out, n, cols, p, BLOCK=BLOCK)
