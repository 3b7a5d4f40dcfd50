import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    begin = tl.load(offsets + row)
    end = tl.load(offsets + row + 1)
    at = begin + tl.arange(0, BLOCK)
    mask = at < end
    v = tl.load(values + at, mask=mask, other=0.0)
    # TODO: the elements of x that belong to these columns; and longer rows.
    tl.store(y + row, tl.sum(v, axis=0))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    spmv_kernel[(rows,)](offsets, columns, values, x, y, BLOCK=128)
