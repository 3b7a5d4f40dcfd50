# rejected by: case (tl.where keeps the masked lanes and sets the others to 0)
# says: The lanes beyond the row are kept and those of the row are 0. tl.where(mask, a, b) takes a where the mask is true.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    m = tl.sum(v, axis=0) / cols
    d = tl.where(mask, 0.0, v - m)  # lanes beyond the row are -m otherwise
    tl.store(mean + row, m)
    tl.store(var + row, tl.sum(d * d, axis=0) / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK,
                            num_warps=num_warps)
