# rejected by: case (the mean is taken down the columns)
# says: The mean is taken over the rows of the tile, one for each column. It belongs to a row: sum along axis=1.
import triton
import triton.language as tl


# ROWS rows of a width of at most WIDE: the reductions stay within a warp.
@triton.jit
def add_norm_kernel(x, y, gain, bias, out, rows, cols, eps, ROWS: tl.constexpr,
                    WIDE: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = tl.arange(0, WIDE)
    inside = at < cols
    mask = (row[:, None] < rows) & inside[None, :]
    here = row[:, None] * cols + at[None, :]
    v = tl.load(x + here, mask=mask, other=0.0) + \
        tl.load(y + here, mask=mask, other=0.0)
    g = tl.load(gain + at, mask=inside, other=0.0)
    b = tl.load(bias + at, mask=inside, other=0.0)
    mean = tl.sum(v, axis=0) / cols
    d = tl.where(inside[None, :], v - mean[None, :], 0.0)
    rstd = 1 / tl.sqrt(tl.sum(d * d, axis=1) / cols + eps)
    tl.store(out + here, d * rstd[:, None] * g[None, :] + b[None, :], mask=mask)


def add_norm(x, y, gain, bias, out, rows, cols, eps):
    WIDE = triton.next_power_of_2(cols)
    ROWS = max(2048 // WIDE, 1)
    add_norm_kernel[(triton.cdiv(rows, ROWS),)](
        x, y, gain, bias, out, rows, cols, eps, ROWS=ROWS, WIDE=WIDE,
        num_warps=4 if WIDE <= 2048 else 8)
