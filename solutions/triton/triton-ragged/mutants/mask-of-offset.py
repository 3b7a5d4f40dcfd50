# rejected by: case (the mask tests the offset in the array)
# says: The mask compares the offset in the whole array, with the beginning of the line in it, so later lines lose their elements. Compare the number of the element in its line: tl.arange(0, BLOCK) < length.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = line * begin + tl.arange(0, BLOCK) * step
    v = tl.load(x + at, mask=at < length * step, other=-float("inf"))
    most = tl.max(v, axis=0)
    most = tl.where(most == -float("inf"), 0.0, most)
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    count, length = (cols, rows) if along == 1 else (rows, cols)
    begin, step = (1, pitch) if along == 1 else (pitch, 1)
    BLOCK = triton.next_power_of_2(max(length, 1))
    lse_kernel[(count,)](x, out, length, begin, step, BLOCK=BLOCK)
