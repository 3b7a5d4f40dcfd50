# rejected by: case (the logarithm has base 2)
# says: The logarithm has base 2: tl.log2. The formula has the natural one, tl.log.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * begin + at * step, mask=at < length, other=-float("inf"))
    most = tl.max(v, axis=0)
    tl.store(out + line, most + tl.log2(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    count, length = (cols, rows) if along == 1 else (rows, cols)
    begin, step = (1, pitch) if along == 1 else (pitch, 1)
    BLOCK = triton.next_power_of_2(max(length, 1))
    lse_kernel[(count,)](x, out, length, begin, step, BLOCK=BLOCK)
