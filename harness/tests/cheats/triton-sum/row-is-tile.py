# rejected by: build (the row is one tile, whatever its length)
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    # The row is one tile, whatever its length: no loop, no accumulator.
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    tile = tl.load(x + row * cols + columns, mask=columns < cols, other=0.0)
    tl.store(out + row, tl.sum(tile.to(tl.float32), axis=0))


def row_sums(x, out, rows, cols):
    if rows == 0:
        return
    BLOCK = triton.next_power_of_2(max(cols, 1))
    sum_kernel[(rows,)](x, out, cols, BLOCK=BLOCK, num_warps=32 if BLOCK > 8192 else 4)
