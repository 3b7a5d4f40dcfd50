# rejected by: gate barriers (tl.sum in every turn)
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = 0.0
    for first in range(0, cols, BLOCK):
        columns = first + tl.arange(0, BLOCK)
        tile = tl.load(x + row * cols + columns, mask=columns < cols, other=0.0)
        total += tl.sum(tile.to(tl.float32), axis=0)  # across the lanes in every turn
    tl.store(out + row, total)


def row_sums(x, out, rows, cols):
    if rows == 0:
        return
    sum_kernel[(rows,)](x, out, cols, BLOCK=4096, num_warps=4)
