# rejected by: gate instructions (one tile of 4096 for each row, and no loop)
import triton
import triton.language as tl


@triton.jit
def kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    begin = tl.load(offsets + row)
    end = tl.load(offsets + row + 1)
    at = begin + tl.arange(0, BLOCK)
    mask = at < end
    c = tl.load(columns + at, mask=mask, other=0)
    v = tl.load(values + at, mask=mask, other=0.0)
    tl.store(y + row, tl.sum(v * tl.load(x + c, mask=mask, other=0.0)))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    if rows:
        kernel[(rows,)](offsets, columns, values, x, y, BLOCK=4096)
