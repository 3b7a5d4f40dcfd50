# rejected by: build (the accumulator is a number, and the loop adds a tile)
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    begin = tl.load(offsets + row)
    end = tl.load(offsets + row + 1)
    acc = 0.0
    for start in range(begin, end, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < end
        c = tl.load(columns + at, mask=mask, other=0)
        v = tl.load(values + at, mask=mask, other=0.0)
        acc += v * tl.load(x + c, mask=mask, other=0.0)
    tl.store(y + row, tl.sum(acc, axis=0))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    spmv_kernel[(rows,)](offsets, columns, values, x, y, BLOCK=32, num_warps=1)
