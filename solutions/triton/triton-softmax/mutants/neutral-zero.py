# rejected by: case all near -1e4 (lanes beyond the row hold 0, which is larger)
# says: Lanes beyond the row hold 0 and take part: each adds exp(0 - m) to the sum, and in a maximum 0 is more than any element far below zero. Load them as -infinity: it is never the maximum, and its exponential is 0.
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0)
    e = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + columns, e / tl.sum(e, axis=0), mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    # 16 elements a thread: enough under way, and few enough registers.
    num_warps = min(max(BLOCK // 512, 1), 16)
    softmax_kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=BLOCK,
                            num_warps=num_warps)
