# rejected by: case a long row (no loop)
# says: Only the first tile of each row is summed. A longer row needs a loop over its tiles.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    tile = tl.load(x + row * cols + columns, mask=columns < cols, other=0.0)
    tl.store(out + row, tl.sum(tile.to(tl.float32), axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=4096)
