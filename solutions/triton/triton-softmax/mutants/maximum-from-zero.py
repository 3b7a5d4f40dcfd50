# rejected by: case (the running maximum begins at 0)
# says: What is subtracted is larger than every value of a row of large negative numbers, so each exponential is 0, and 0 / 0 is NaN. It must be the largest value with its sign: no absolute value, no 0 among the values, and a running maximum begins at -inf.
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    m = 0.0
    for start in range(0, cols, BLOCK):
        c = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + c, mask=c < cols, other=-float("inf"))
        m = tl.maximum(m, tl.max(v, axis=0))
    s = 0.0
    for start in range(0, cols, BLOCK):
        c = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + c, mask=c < cols, other=-float("inf"))
        s += tl.sum(tl.exp(v - m), axis=0)
    for start in range(0, cols, BLOCK):
        c = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + c, mask=c < cols, other=-float("inf"))
        tl.store(out + row * cols + c, tl.exp(v - m) / s, mask=c < cols)


def softmax(x, out, rows, cols):
    softmax_kernel[(rows,)](x, out, cols, BLOCK=1024)
