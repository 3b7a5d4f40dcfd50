import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    # Lanes beyond the row: -inf never is the maximum, and exp(-inf) adds 0.
    values = tl.load(x + row * stride + columns, mask=mask, other=-float("inf"))
    e = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + columns, e / tl.sum(e, axis=0), mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    # 16 elements a thread: enough under way, and few enough registers.
    num_warps = min(max(BLOCK // 512, 1), 16)
    softmax_kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=BLOCK,
                            num_warps=num_warps)
