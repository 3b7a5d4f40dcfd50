# rejected by: case (the mask ends at the end of the matrix)
# says: The mask ends with the matrix, not with the row: the last tile of a row takes elements of the next row, too. Compare the column in the row: start + columns < cols.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, rows, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        offsets = row * cols + start + tl.arange(0, BLOCK)
        acc += tl.load(x + offsets, mask=offsets < rows * cols, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, rows, cols, BLOCK=1024)
