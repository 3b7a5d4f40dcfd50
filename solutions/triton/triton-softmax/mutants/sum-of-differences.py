# rejected by: case (adds x - m, not exp(x - m))
# says: The sum adds x - m, which is 0 or less. Add the exponentials: tl.sum(e).
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    values = tl.load(x + row * stride + columns, mask=mask, other=-float("inf"))
    m = tl.max(values)
    e = tl.exp(values - m)
    s = tl.sum(values - m)
    tl.store(out + row * stride + columns, e / s, mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    softmax_kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=BLOCK)
