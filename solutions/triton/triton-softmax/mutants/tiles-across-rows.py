# rejected by: case (tiles do not begin with rows)
# says: The tiles are cut from the matrix as if it were one long row, so a tile holds the end of one row and the beginning of the next. Program r has row r: it begins at r * stride, and its mask is columns < cols.
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, n, cols, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    values = tl.load(x + at, mask=mask, other=-float("inf"))
    e = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + at, e / tl.sum(e, axis=0), mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    softmax_kernel[(triton.cdiv(rows * cols, BLOCK),)](x, out, rows * cols, cols, BLOCK=BLOCK)
