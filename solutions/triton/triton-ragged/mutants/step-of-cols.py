# rejected by: case pitch=9 along=1 (along columns, the step is cols)
# says: Along columns, the step from one element to the next is taken to be cols. It is pitch: so far apart are the beginnings of two rows, also where only cols of their elements belong to x.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * begin + at * step, mask=at < length, other=-float("inf"))
    most = tl.max(v, axis=0)
    most = tl.where(most == -float("inf"), 0.0, most)
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    count, length = (cols, rows) if along == 1 else (rows, cols)
    begin, step = (1, cols) if along == 1 else (pitch, 1)
    BLOCK = triton.next_power_of_2(max(length, 1))
    lse_kernel[(count,)](x, out, length, begin, step, BLOCK=BLOCK)
