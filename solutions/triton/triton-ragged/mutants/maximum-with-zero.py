# rejected by: case far below zero (lanes beyond the line hold 0 in the maximum)
# says: What is subtracted is not the largest element of the line, so far below zero every exponential is 0, and the logarithm of 0 is -inf. Is nothing subtracted, or do lanes beyond the line hold 0 in tl.max, which is larger than each element? They need -inf.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, rows, cols, pitch, along, R: tl.constexpr, C: tl.constexpr):
    r = tl.arange(0, R)
    c = tl.program_id(0)
    if along == 1:
        at = r * pitch + c
        mask = r < rows
    else:
        at = c * pitch + r
        mask = r < cols
    v = tl.load(x + at, mask=mask, other=0.0)
    m = tl.max(v, axis=0)
    e = tl.where(mask, tl.exp(v - m), 0.0)
    tl.store(out + c, m + tl.log(tl.sum(e, axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    count = cols if along == 1 else rows
    R = triton.next_power_of_2(max(rows, cols, 1))
    lse_kernel[(count,)](x, out, rows, cols, pitch, along, R=R, C=1)
