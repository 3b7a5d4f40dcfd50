# rejected by: case a long row (a softmax for each tile)
# says: The values are divided by the sum of one tile, and a long row has more elements. The largest value and the sum belong to the whole row: take one tile as wide as the row, BLOCK = triton.next_power_of_2(cols).
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    for start in range(0, cols, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < cols
        values = tl.load(x + row * stride + columns, mask=mask, other=-float("inf"))
        e = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * stride + columns, e / tl.sum(e, axis=0), mask=mask)


def softmax(x, out, rows, cols):
    softmax_kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=1024)
