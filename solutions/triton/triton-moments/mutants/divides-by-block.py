# rejected by: case (the mean of the tile, not of the row)
# says: The sum of a row is divided by the width of the tile. A row has `cols` elements; the lanes after them do not count.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    m = tl.sum(v, axis=0) / BLOCK
    d = tl.where(mask, v - m, 0.0)  # lanes beyond the row are -m otherwise
    tl.store(mean + row, m)
    tl.store(var + row, tl.sum(d * d, axis=0) / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK,
                            num_warps=num_warps)
