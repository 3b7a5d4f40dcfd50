# rejected by: case (the first tile is added twice)
# says: The first tile enters the sum twice: the accumulator begins with it, and the loop adds it again. Begin with zeros.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x += row * cols
    columns = tl.arange(0, BLOCK)
    acc = tl.load(x + columns, mask=columns < cols, other=0.0).to(tl.float32)
    for start in range(0, cols, BLOCK):
        at = start + columns
        acc += tl.load(x + at, mask=at < cols, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
