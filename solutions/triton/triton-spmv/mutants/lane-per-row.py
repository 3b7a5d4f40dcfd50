# rejected by: gate traffic (neighbouring lanes read elements that are a row apart)
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, rows, BLOCK: tl.constexpr):
    row = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mine = row < rows
    begin = tl.load(offsets + row, mask=mine, other=0)
    end = tl.load(offsets + row + 1, mask=mine, other=0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for turn in range(0, tl.max(end - begin, axis=0)):
        at = begin + turn
        mask = at < end
        column = tl.load(columns + at, mask=mask, other=0)
        v = tl.load(values + at, mask=mask, other=0.0)
        acc += v * tl.load(x + column, mask=mask, other=0.0)
    tl.store(y + row, acc, mask=mine)


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    spmv_kernel[(triton.cdiv(rows, 128),)](offsets, columns, values, x, y, rows,
                                           BLOCK=128)
