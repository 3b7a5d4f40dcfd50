# rejected by: case (sums the tile of several rows along the wrong axis)
# says: In a tile of [rows, columns] the sum along axis=0 adds up different rows, one result for each column. The sum of each row is tl.sum(acc, axis=1).
import triton
import triton.language as tl


@triton.jit
def sum_kernel(x, out, rows, cols, R: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, BLOCK)
    acc = tl.zeros((R, BLOCK), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        mask = (r[:, None] < rows) & (start + c[None, :] < cols)
        acc += tl.load(x + r[:, None] * cols + start + c[None, :], mask=mask, other=0.0)
    tl.store(out + r, tl.sum(acc, axis=0), mask=r < rows)


def row_sums(x, out, rows, cols):
    sum_kernel[(triton.cdiv(rows, 32),)](x, out, rows, cols, R=32, BLOCK=32)
