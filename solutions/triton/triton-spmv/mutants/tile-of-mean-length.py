# rejected by: case (rows longer than the tile of mean length)
# says: Elements of a row after the mean length, nnz / rows, are left out. Other rows are longer: a loop has to go on until the row ends, or the longest row of the program if it has several.
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    begin = tl.load(offsets + row)
    end = tl.load(offsets + row + 1)
    at = begin + tl.arange(0, BLOCK)
    mask = at < end
    c = tl.load(columns + at, mask=mask, other=0)
    v = tl.load(values + at, mask=mask, other=0.0)
    tl.store(y + row, tl.sum(v * tl.load(x + c, mask=mask, other=0.0), axis=0))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    if rows == 0:
        return
    block = max(16, triton.next_power_of_2(triton.cdiv(nnz, rows)))
    spmv_kernel[(rows,)](offsets, columns, values, x, y, BLOCK=block, num_warps=1)
