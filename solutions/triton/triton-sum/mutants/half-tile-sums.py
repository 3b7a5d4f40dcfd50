# rejected by: case (each tile is summed in half precision)
# says: tl.sum of a tile of halves is rounded to half precision, some three digits, even if its result is then added to a float. Convert the tile with .to(tl.float32) before tl.sum.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    acc = 0.0
    for start in range(0, cols, BLOCK):
        tile = tl.load(x + row * cols + start + columns, mask=start + columns < cols, other=0.0)
        acc += tl.sum(tile, axis=0)
    tl.store(out + row, acc)


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
