# rejected by: case (the grid is for the highest tile of the list)
# says: The number of programs fits the highest tile of the list only. The autotuner takes lower tiles as well, and then rows are left out: make the grid a function of meta["ROWS"].
import triton
import triton.language as tl

MOST_ROWS = 64  # of the highest tile

CONFIGS = [
    triton.Config({"ROWS": 64, "COLS": 16}, num_warps=4),
    triton.Config({"ROWS": 32, "COLS": 32}, num_warps=4),
    triton.Config({"ROWS": 8, "COLS": 256}, num_warps=4),
    triton.Config({"ROWS": 2, "COLS": 1024}, num_warps=4),
    triton.Config({"ROWS": 1, "COLS": 4096}, num_warps=8),
    triton.Config({"ROWS": 1, "COLS": 8192}, num_warps=8),
]


@triton.autotune(configs=CONFIGS, key=["rows", "cols"])
@triton.jit
def row_sum_kernel(x, out, rows, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    # A program has ROWS rows and walks along them, COLS columns at a time.
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
            grid = (triton.cdiv(rows, MOST_ROWS),)
            row_sum_kernel[grid](x, out, rows, cols)
