# rejected by: case (moves on by one column for each tile)
# says: Each turn moves on by one column, so that most elements are added many times and the end of the row is missed. Tile number i begins at column i * BLOCK.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(tl.cdiv(cols, BLOCK)):
        at = i + columns
        acc += tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
