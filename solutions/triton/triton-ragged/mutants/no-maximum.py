# rejected by: case far below zero (every exponential is 0)
# says: What is subtracted is not the largest element of the line, so far below zero every exponential is 0, and the logarithm of 0 is -inf. Is nothing subtracted, or do lanes beyond the line hold 0 in tl.max, which is larger than each element? They need -inf.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * begin + at * step, mask=at < length,
                other=-float("inf"))
    most = 0.0
    # Of an empty line the sum is 0, and its logarithm -inf.
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    lines = x[:, :cols]
    if along == 1:
        lines = lines.t()
    count, length = lines.shape
    BLOCK = triton.next_power_of_2(max(length, 1))
    lse_kernel[(count,)](lines, out, length, lines.stride(0), lines.stride(1),
                         BLOCK=BLOCK)
