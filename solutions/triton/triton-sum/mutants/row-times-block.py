# rejected by: case (rows are not BLOCK apart)
# says: The rows are taken to begin BLOCK elements apart. Row r begins at element r * cols, and the mask tests the column alone, without the start of the row.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        offsets = row * BLOCK + start + tl.arange(0, BLOCK)
        acc += tl.load(x + offsets, mask=offsets < cols, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
