# rejected by: case (the grid has too few programs for the rows)
# says: Some rows have no program. The kernel takes row tl.program_id(0), so the grid has one program for each row: (rows,). cdiv(rows * cols, BLOCK) counts tiles of a long array.
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < cols
    v = tl.load(x + row * stride + columns, mask=mask, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * stride + columns, e / tl.sum(e, axis=0), mask=mask)


def softmax(x, out, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    softmax_kernel[(triton.cdiv(rows * cols, BLOCK),)](x, out, cols, x.stride(0), BLOCK=BLOCK)
