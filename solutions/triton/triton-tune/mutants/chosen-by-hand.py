# rejected by: build (the tile is chosen by hand)
import triton
import triton.language as tl

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


def tile_for(cols):
    if cols <= 32:
        return 64, 16
    return (4, 512) if cols <= 1024 else (1, 8192)


def row_sums(a, b, c, sa, sb, sc, na, ma, nb, mb, nc, mc):
    for x, out, rows, cols in (a, sa, na, ma), (b, sb, nb, mb), (c, sc, nc, mc):
        ROWS, COLS = tile_for(cols)
        if rows > 0:
            row_sum_kernel[(triton.cdiv(rows, ROWS),)](x, out, rows, cols, ROWS, COLS)
