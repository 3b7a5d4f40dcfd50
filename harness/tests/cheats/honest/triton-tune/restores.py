# passes (restores an argument after each configuration, and says how often to measure)
import triton
import triton.language as tl


@triton.autotune(
    configs=[triton.Config({"ROWS": 64, "COLS": 16}),
             triton.Config({"ROWS": 4, "COLS": 512}),
             triton.Config({"ROWS": 1, "COLS": 8192}, num_warps=8)],
    key=["rows", "cols"], restore_value=["out"], warmup=5, rep=20)
@triton.jit
def row_sum_kernel(x, out, rows, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    # A program has ROWS rows and walks along them, COLS columns at a time.
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    total = tl.zeros((ROWS,), tl.float32)
    for start in range(0, cols, COLS):
        col = start + tl.arange(0, COLS)
        inside = (row[:, None] < rows) & (col[None, :] < cols)
        tile = tl.load(x + row[:, None] * cols + col[None, :], mask=inside,
                       other=0.0)
        total += tl.sum(tile, axis=1)
    tl.store(out + row, total, mask=row < rows)


def row_sums(a, b, c, sa, sb, sc, na, ma, nb, mb, nc, mc):
    for x, out, rows, cols in (a, sa, na, ma), (b, sb, nb, mb), (c, sc, nc, mc):
        if rows > 0:
            grid = lambda meta: (triton.cdiv(rows, meta["ROWS"]),)
            row_sum_kernel[grid](x, out, rows, cols)
