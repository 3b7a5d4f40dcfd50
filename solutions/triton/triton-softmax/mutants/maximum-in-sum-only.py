# rejected by: case (the maximum is subtracted in the sum only)
# says: The maximum is subtracted in the sum, and not in the exponentials that are stored. Use the same exponentials for both: e = exp(x - m), e / sum(e).
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    values = tl.load(x + row * stride + columns, mask=mask, other=-float("inf"))
    m = tl.max(values, axis=0)
    s = tl.sum(tl.exp(values - m), axis=0)
    tl.store(out + row * stride + columns, tl.exp(values) / s, mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    softmax_kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=BLOCK)
