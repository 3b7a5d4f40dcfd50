# rejected by: case a long row (the running sum is not rescaled)
# says: The maximum grows from tile to tile, and the sum keeps parts that were computed with an older one. Multiply the sum by exp(old m - new m) in each turn, or take the whole row as one tile.
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    m = -float("inf")
    s = 0.0
    for start in range(0, cols, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * stride + columns, mask=columns < cols, other=-float("inf"))
        m = tl.maximum(m, tl.max(v, axis=0))
        s += tl.sum(tl.exp(v - m), axis=0)
    for start in range(0, cols, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * stride + columns, mask=columns < cols, other=-float("inf"))
        tl.store(out + row * stride + columns, tl.exp(v - m) / s, mask=columns < cols)


def softmax(x, out, rows, cols):
    softmax_kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=512)
