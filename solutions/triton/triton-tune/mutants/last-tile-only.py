# rejected by: case (keeps the sum of the last tile)
# says: Only the last tile of a row counts: the total is replaced in each round of the loop. Add to it.
import triton
import triton.language as tl

# From 64 short rows to a part of one long row; tiles of 1024 to 8192 elements.
CONFIGS = [
    triton.Config({"ROWS": 64, "COLS": 16}, num_warps=4),
    triton.Config({"ROWS": 128, "COLS": 16}, num_warps=4),
    triton.Config({"ROWS": 16, "COLS": 128}, num_warps=4),
    triton.Config({"ROWS": 4, "COLS": 512}, num_warps=4),
    triton.Config({"ROWS": 1, "COLS": 1024}, num_warps=4),
    triton.Config({"ROWS": 1, "COLS": 4096}, num_warps=8),
    triton.Config({"ROWS": 1, "COLS": 8192}, num_warps=16),
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
        total = tl.sum(tile, axis=1)
    tl.store(out + row, total, mask=row < rows)


def row_sums(a, b, c, sa, sb, sc, na, ma, nb, mb, nc, mc):
    for x, out, rows, cols in (a, sa, na, ma), (b, sb, nb, mb), (c, sc, nc, mc):
        if rows > 0:
            row_sum_kernel[lambda meta: (triton.cdiv(rows, meta["ROWS"]),)](
                x, out, rows, cols)
