# rejected by: case (reduces a tile of several rows along the wrong axis)
# says: In a tile of [rows, columns] axis=0 runs down a column, so the maximum and the sum here are those of a column. Those of a row are tl.max(v, axis=1) and tl.sum(e, axis=1), and they come back as [:, None].
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, rows, cols, R: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.arange(0, BLOCK)
    mask = (r[:, None] < rows) & (c[None, :] < cols)
    at = r[:, None] * cols + c[None, :]
    v = tl.load(x + at, mask=mask, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0)[None, :])
    tl.store(out + at, e / tl.sum(e, axis=0)[None, :], mask=mask)


def softmax(x, out, rows, cols):
    R = 4
    softmax_kernel[(triton.cdiv(rows, R),)](x, out, rows, cols, R=R, BLOCK=triton.next_power_of_2(cols))
