# rejected by: case far below zero (lanes beyond the line hold -1000)
# says: Lanes beyond the line hold a fixed number, and lines far below zero are smaller than it. Let the lanes hold -infinity, which no element is below.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * begin + at * step, mask=at < length, other=-1000.0)
    most = tl.max(v, axis=0)
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    count, length = (cols, rows) if along == 1 else (rows, cols)
    begin, step = (1, pitch) if along == 1 else (pitch, 1)
    BLOCK = triton.next_power_of_2(max(length, 1))
    lse_kernel[(count,)](x, out, length, begin, step, BLOCK=BLOCK)
