# rejected by: case (one tile is a whole row)
# says: A row that is wider than COLS loses all but its first COLS columns. The tuner compares times, not results, so it takes narrow tiles too: keep the loop over the columns.
import triton
import triton.language as tl

CONFIGS = [
    triton.Config({"ROWS": 64, "COLS": 16}, num_warps=4),
    triton.Config({"ROWS": 8, "COLS": 1024}, num_warps=8),
    triton.Config({"ROWS": 1, "COLS": 65536}, num_warps=16),
]


@triton.autotune(configs=CONFIGS, key=["rows", "cols"])
@triton.jit
def row_sum_kernel(x, out, rows, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    # A program has ROWS whole rows.
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    col = tl.arange(0, COLS)
    inside = (row[:, None] < rows) & (col[None, :] < cols)
    tile = tl.load(x + row[:, None] * cols + col[None, :], mask=inside, other=0.0)
    tl.store(out + row, tl.sum(tile, axis=1), mask=row < rows)


def row_sums(a, b, c, sa, sb, sc, na, ma, nb, mb, nc, mc):
    for x, out, rows, cols in (a, sa, na, ma), (b, sb, nb, mb), (c, sc, nc, mc):
        if rows > 0:
            grid = lambda meta: (triton.cdiv(rows, meta["ROWS"]),)
            row_sum_kernel[grid](x, out, rows, cols)
