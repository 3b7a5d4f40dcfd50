# rejected by: case (the lanes of the accumulator are halves)
# says: The accumulator has half precision, so each addition keeps some three digits only. Make it tl.zeros(..., dtype=tl.float32), and convert each tile with .to(tl.float32) before it is added.
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float16)
    for first in range(0, cols, BLOCK):
        at = first + columns
        tile = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
        acc += tile
    tl.store(out + row, tl.sum(acc, axis=0))


def row_sums(x, out, rows, cols):
    if rows == 0:
        return
    sum_kernel[(rows,)](x, out, cols, BLOCK=1024)
