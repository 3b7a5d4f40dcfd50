# rejected by: case cols=1025 (one tile of 1024 for a row)
# says: One tile of 1024 elements is all that a row gets here, and a row may be longer. Treat the matrix as one array of rows * cols elements, or walk along the row.
import triton
import triton.language as tl


@triton.jit
def fused(x, bias, keep, out, cols, p, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    mask = c < cols
    v = tl.load(x + row * cols + c, mask=mask) + tl.load(bias + c, mask=mask)
    g = 0.5 * v * (1 + tl.erf(v * 0.7071067811865476))
    k = tl.load(keep + row * cols + c, mask=mask)
    tl.store(out + row * cols + c, tl.where(k >= p, g / (1 - p), 0.0), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    fused[(rows,)](x, bias, keep, out, cols, p, BLOCK=1024)
