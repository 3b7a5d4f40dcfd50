# rejected by: case rows=3 (a tile of 4096 lanes for all lines; longer ones lose their end)
import triton
import triton.language as tl


@triton.jit
def lse_kernel(x, out, length, begin, step, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + line * begin + at * step, mask=at < length,
                other=-float("inf"))
    most = tl.max(v, axis=0)
    # Of an empty line the sum is 0, and its logarithm -inf.
    most = tl.where(most == -float("inf"), 0.0, most)
    tl.store(out + line, most + tl.log(tl.sum(tl.exp(v - most), axis=0)))


def logsumexp(x, out, rows, cols, pitch, along):
    lines = x[:, :cols]
    if along == 1:
        lines = lines.t()
    count, length = lines.shape
    BLOCK = 4096
    lse_kernel[(count,)](lines, out, length, lines.stride(0), lines.stride(1),
                         BLOCK=BLOCK)
