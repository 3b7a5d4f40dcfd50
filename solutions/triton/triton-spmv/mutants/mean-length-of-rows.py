# rejected by: case (the loop ends after the mean length of a row)
# says: Elements of a row after the mean length, nnz / rows, are left out. Other rows are longer: a loop has to go on until the row ends, or the longest row of the program if it has several.
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, rows, R: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * R + tl.arange(0, R)
    begin = tl.load(offsets + row, mask=row < rows, other=0)
    end = tl.load(offsets + row + 1, mask=row < rows, other=0)
    longest = (tl.load(offsets + rows) + rows - 1) // rows
    acc = tl.zeros((R, BLOCK), dtype=tl.float32)
    for start in range(0, longest, BLOCK):
        at = begin[:, None] + start + tl.arange(0, BLOCK)[None, :]
        mask = at < end[:, None]
        c = tl.load(columns + at, mask=mask, other=0)
        v = tl.load(values + at, mask=mask, other=0.0)
        acc += v * tl.load(x + c, mask=mask, other=0.0)
    tl.store(y + row, tl.sum(acc, axis=1), mask=row < rows)


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    R = 8
    spmv_kernel[(triton.cdiv(rows, R),)](offsets, columns, values, x, y, rows, R=R, BLOCK=16, num_warps=4)
