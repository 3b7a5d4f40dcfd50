# rejected by: case (the distances are added up before they are squared)
# says: The distances to the mean are added first, and then their sum is squared. They cancel, so the sum is 0. Square each distance, then add.
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, var, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0)
    m = tl.sum(v, axis=0) / cols
    d = tl.where(mask, v - m, 0.0)  # lanes beyond the row are -m otherwise
    tl.store(mean + row, m)
    tl.store(var + row, tl.sum(d, axis=0) * tl.sum(d, axis=0) / cols)


def moments(x, mean, var, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    moments_kernel[(rows,)](x, mean, var, cols, BLOCK=BLOCK,
                            num_warps=num_warps)
