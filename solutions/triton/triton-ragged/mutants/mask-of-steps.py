# rejected by: case along=1 (the mask compares the offset with the length)
# says: Along columns most elements are left out: the mask compares at * step, an offset in memory, with a number of elements. Compare the number of the element in its line, at < length, and use the step in the address alone.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, pitch, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * begin + at * step, mask=at * step < length, other=-float("inf"))
    most = tl.max(v, axis=0)
    most = tl.where(most == -float("inf"), 0.0, most)
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    count, length = (cols, rows) if along == 1 else (rows, cols)
    begin, step = (1, pitch) if along == 1 else (pitch, 1)
    BLOCK = triton.next_power_of_2(max(length, 1))
    lse_kernel[(count,)](x, out, length, begin, step, pitch, BLOCK=BLOCK)
