# rejected by: case (only the beginning of a row)
# says: Only the first tile of each row is added. A longer row needs a loop from offsets[row] to offsets[row + 1].
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    end = tl.load(offsets + row + 1)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(tl.load(offsets + row), tl.load(offsets + row) + 1):
        at = start + tl.arange(0, BLOCK)
        mask = at < end
        column = tl.load(columns + at, mask=mask, other=0)
        v = tl.load(values + at, mask=mask, other=0.0)
        acc += v * tl.load(x + column, mask=mask, other=0.0)
    tl.store(y + row, tl.sum(acc, axis=0))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    spmv_kernel[(rows,)](offsets, columns, values, x, y, BLOCK=128)
