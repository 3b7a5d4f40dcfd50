# rejected by: case (the mean of the row, not its sum)
# says: The sum is divided by cols. The result is the sum itself.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)  # rows * cols may exceed 32 bits
    columns = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        mask = start + columns < cols
        tile = tl.load(x + row * cols + start + columns, mask=mask, other=0.0)
        acc += tile.to(tl.float32)
    tl.store(out + row, tl.sum(acc, axis=0) / cols)


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=4096, num_warps=8)
