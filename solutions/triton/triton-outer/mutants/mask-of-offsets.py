# rejected by: trap global-race | case (the mask compares the offset with m * n, so columns beyond n land in the next row)
# says: Columns beyond n are stored at the beginning of the next row, where another lane stores too. The mask compares each axis: rows < m and columns < n.
import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    va = tl.load(a + rows, mask=rows < m, other=0.0)
    vb = tl.load(b + columns, mask=columns < n, other=0.0)
    offsets = rows[:, None] * n + columns[None, :]
    mask = offsets < m * n
    tl.store(out + offsets, tl.maximum(va[:, None] + vb[None, :], 0.0),
             mask=mask)


def outer(a, b, out, m, n):
    M, N = 32, 64
    grid = (triton.cdiv(m, M), triton.cdiv(n, N))
    outer_kernel[grid](a, b, out, m, n, M=M, N=N)
