# rejected by: build (the tile is chosen by hand, and all configurations are the same)
# One tile of 1 x 1024 rows for long rows and one by hand for short ones, in two "configurations"
# that are the same.
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({}, num_warps=4), triton.Config({}, num_warps=4, num_stages=2)],
                 key=["rows", "cols"])
@triton.jit
def row_sum_kernel(x, out, rows, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros((ROWS,), tl.float32)
    for start in range(0, cols, COLS):
        col = start + tl.arange(0, COLS)
        inside = (row[:, None] < rows) & (col[None, :] < cols)
        tile = tl.load(x + row[:, None] * cols + col[None, :], mask=inside, other=0.0)
        total += tl.sum(tile, axis=1)
    tl.store(out + row, total, mask=row < rows)


def row_sums(a, b, c, sa, sb, sc, na, ma, nb, mb, nc, mc):
    for x, out, rows, cols in (a, sa, na, ma), (b, sb, nb, mb), (c, sc, nc, mc):
        if rows > 0:
            short = cols < 64
            row_sum_kernel[(triton.cdiv(rows, 128 if short else 1),)](
                x, out, rows, cols, ROWS=128 if short else 1, COLS=16 if short else 1024)
