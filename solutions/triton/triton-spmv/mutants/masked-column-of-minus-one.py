# rejected by: trap out-of-bounds | case (masked lanes load x[-1])
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    begin = tl.load(offsets + row)
    end = tl.load(offsets + row + 1)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(begin, end, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < end
        c = tl.load(columns + at, mask=mask, other=-1)
        v = tl.load(values + at, mask=mask, other=0.0)
        acc += v * tl.load(x + c)
    tl.store(y + row, tl.sum(acc, axis=0))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    spmv_kernel[(rows,)](offsets, columns, values, x, y, BLOCK=32, num_warps=1)
