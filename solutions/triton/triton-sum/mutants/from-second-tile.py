# rejected by: case (the loop begins at the second tile)
# says: The first tile of each row is missing. The loop begins at column 0 if the accumulator begins with zeros.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(BLOCK, cols, BLOCK):
        at = start + columns
        acc += tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
