# rejected by: case cols=8192 | case (a tile of 1024 for every row)
# says: Only the first 1024 columns of a row count, because the tile has no more. Make BLOCK the next power of two from cols on.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    m = tl.sum(v, axis=0) / cols
    d = tl.where(at < cols, v - m, 0.0)
    squares = tl.sum(d * d, axis=0)
    tl.store(mean + row, m)
    tl.store(var + row, squares / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = 1024
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK)
