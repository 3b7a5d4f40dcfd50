# rejected by: case (the tile of bias lies along the rows)
# says: The tile of bias is stretched along the wrong axis, so row i of the tile gets the bias of column i. Bias belongs to columns: bias[None, :] repeats it for each row of the tile.
import triton
import triton.language as tl


@triton.jit
def fused(x, bias, keep, out, rows, cols, p, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.program_id(1) * C + tl.arange(0, C)
    at = r[:, None] * cols + c[None, :]
    mask = (r[:, None] < rows) & (c[None, :] < cols)
    b = tl.load(bias + c, mask=c < cols)
    v = tl.load(x + at, mask=mask) + b[:, None]
    g = 0.5 * v * (1 + tl.erf(v / 1.4142135623730951))
    k = tl.load(keep + at, mask=mask)
    tl.store(out + at, tl.where(k >= p, g / (1 - p), 0.0), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    R, C = 32, 32
    fused[(triton.cdiv(rows, R), triton.cdiv(cols, C))](x, bias, keep, out, rows, cols, p, R=R, C=C)
