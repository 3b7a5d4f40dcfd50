# rejected by: case (every row begins at element 0)
# says: Elements of the rows before are added as well. A row begins at offsets[row]: add that to the offsets of the tile, or if the tile begins earlier, let the mask also be false before it.
import triton
import triton.language as tl


@triton.jit
def spmv_kernel(offsets, columns, values, x, y, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    end = tl.load(offsets + row + 1)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, end, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < end
        column = tl.load(columns + at, mask=mask, other=0)
        v = tl.load(values + at, mask=mask, other=0.0)
        acc += v * tl.load(x + column, mask=mask, other=0.0)
    tl.store(y + row, tl.sum(acc, axis=0))


def spmv(offsets, columns, values, x, y, rows, cols, nnz):
    mean = nnz // max(rows, 1)
    BLOCK = min(max(triton.next_power_of_2(mean), 32), 1024)
    spmv_kernel[(rows,)](offsets, columns, values, x, y, BLOCK=BLOCK,
                         num_warps=max(BLOCK // 256, 1))
