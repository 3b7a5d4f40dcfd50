# rejected by: case (columns of more than 128 elements are cut off: the tile has 128 rows, and there is no loop)
# says: Along the columns only the first 128 rows count. A tile needs as many lanes as the column has elements, or a loop over tiles.
import triton
import triton.language as tl


@triton.jit
def along_rows(x, out, cols, pitch, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * pitch + at, mask=at < cols, other=float("-inf"))
    m = tl.max(v, axis=0)
    tl.store(out + row, m + tl.log(tl.sum(tl.exp(v - m), axis=0)))


@triton.jit
def along_cols(x, out, rows, cols, pitch, R: tl.constexpr, C: tl.constexpr):
    c = tl.program_id(0) * C + tl.arange(0, C)
    r = tl.arange(0, R)
    v = tl.load(x + r[:, None] * pitch + c[None, :], mask=(r[:, None] < rows) & (c[None, :] < cols), other=float("-inf"))
    m = tl.max(v, axis=0)
    s = tl.where(m == float("-inf"), 0.0, m)
    tl.store(out + c, m + tl.log(tl.sum(tl.exp(v - s[None, :]), axis=0)), mask=c < cols)


def logsumexp(x, out, rows, cols, pitch, along):
    if along == 0:
        along_rows[(rows,)](x, out, cols, pitch, BLOCK=triton.next_power_of_2(cols))
    else:
        along_cols[(triton.cdiv(cols, 32),)](x, out, rows, cols, pitch, R=128, C=32)
