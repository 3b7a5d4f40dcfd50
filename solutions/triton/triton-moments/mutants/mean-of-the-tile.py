# rejected by: case cols=8192 (each tile of the row subtracts its own mean)
# says: Each tile of a long row subtracts the mean of that tile. The squared distances are those to the mean of the whole row: keep the row in one tile, and the mean is known before the first distance.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    sm = 0.0
    sv = 0.0
    for start in range(0, cols, BLOCK):
        mask = start + at < cols
        count = tl.minimum(cols - start, BLOCK)
        v = tl.load(x + row * cols + start + at, mask=mask, other=0.0)
        m = tl.sum(v, axis=0) / count
        d = tl.where(mask, v - m, 0.0)
        sm += tl.sum(v, axis=0)
        sv += tl.sum(d * d, axis=0)
    tl.store(mean + row, sm / cols)
    tl.store(var + row, sv / cols)


def moments(x, mean, var, rows, cols):
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=1024)
