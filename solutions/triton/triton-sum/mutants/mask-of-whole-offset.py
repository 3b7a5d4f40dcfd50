# rejected by: case (the mask tests the offset in the matrix)
# says: The offset in the whole matrix is compared with cols, so the mask is false in every row after the first. Compare the column in the row: start + columns < cols.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        offsets = row * cols + start + tl.arange(0, BLOCK)
        acc += tl.load(x + offsets, mask=offsets < cols, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
