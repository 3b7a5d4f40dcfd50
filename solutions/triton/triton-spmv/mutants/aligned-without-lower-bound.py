# rejected by: case (the first tile begins before the row)
# says: The first tile of a row begins at a multiple of BLOCK, so it also holds the last elements of rows before. A lane of this row is at >= begin, and at < end: both belong in the mask.
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    begin = tl.load(offsets + row)
    end = tl.load(offsets + row + 1)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(begin // BLOCK * BLOCK, end, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < end
        c = tl.load(columns + at, mask=mask, other=0)
        v = tl.load(values + at, mask=mask, other=0.0)
        acc += v * tl.load(x + c, mask=mask, other=0.0)
    tl.store(y + row, tl.sum(acc, axis=0))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    spmv_kernel[(rows,)](offsets, columns, values, x, y, BLOCK=32, num_warps=1)
