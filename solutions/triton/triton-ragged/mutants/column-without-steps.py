# rejected by: case pitch=9 along=1 (the elements of a column are taken to be neighbours)
# says: Along columns, the elements are taken to be neighbours in memory. x.t() moves nothing, it only exchanges the strides: two elements of a column are pitch apart, so the lanes need a step, tl.arange(0, BLOCK) * step.
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, stride, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * stride + at, mask=at < length, other=-float("inf"))
    most = tl.max(v, axis=0)
    most = tl.where(most == -float("inf"), 0.0, most)
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    if along == 1:
        x = x.t()
        count, length = cols, rows
    else:
        count, length = rows, cols
    BLOCK = triton.next_power_of_2(max(length, 1))
    lse_kernel[(count,)](x, out, length, x.stride(0), BLOCK=BLOCK)
