# rejected by: case (the largest absolute value is subtracted)
# says: What is subtracted is larger than every value of a row of large negative numbers, so each exponential is 0, and 0 / 0 is NaN. It must be the largest value with its sign: no absolute value, no 0 among the values, and a running maximum begins at -inf.
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0)
    m = tl.max(tl.abs(values))
    e = tl.exp(values - m)
    e = tl.where(mask, e, 0.0)
    tl.store(out + row * stride + columns, e / tl.sum(e), mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    softmax_kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=BLOCK)
