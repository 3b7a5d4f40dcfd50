# rejected by: case (adds the whole start to the columns each turn)
# says: The columns move on by the wrong step: 0, then BLOCK, then 2 * BLOCK more. Start is counted from the beginning of the row, so add it to the columns without keeping the sum, or add BLOCK each turn.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        acc += tl.load(x + row * cols + columns, mask=columns < cols, other=0.0)
        columns += start
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
