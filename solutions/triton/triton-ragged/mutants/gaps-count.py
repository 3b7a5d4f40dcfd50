# rejected by: case (along rows, the elements up to the next row are taken)
# says: Along rows, the elements between the rows count, too. A row has cols elements that belong to it; pitch only says where the next one begins.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * begin + at * step, mask=at < length, other=-float("inf"))
    most = tl.max(v, axis=0)
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    count, length = (cols, rows) if along == 1 else (rows, cols)
    BLOCK = triton.next_power_of_2(max(length, 1))
    begin, step = (1, pitch) if along == 1 else (pitch, 1)
    length = pitch if along == 0 else rows
    lse_kernel[(count,)](x, out, length, begin, step, BLOCK=BLOCK)
