# rejected by: case (the sum stops at 2048)
# says: The sum is kept in half precision: from 2048 on, adding 1 changes nothing. Convert the tile to tl.float32 before it is added.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)  # rows * cols may exceed 32 bits
    columns = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float16)
    for start in range(0, cols, BLOCK):
        mask = start + columns < cols
        tile = tl.load(x + row * cols + start + columns, mask=mask, other=0.0)
        acc += tile
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=4096, num_warps=8)
