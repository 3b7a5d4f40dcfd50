# rejected by: case (lanes beyond the row are -mean)
# says: Lanes beyond the row were 0 when they were loaded, and are -mean after the subtraction. Set them back to 0 before squaring.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    m = tl.sum(v, axis=0) / cols
    d = v - m
    tl.store(mean + row, m)
    tl.store(var + row, tl.sum(d * d, axis=0) / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK,
                            num_warps=num_warps)
