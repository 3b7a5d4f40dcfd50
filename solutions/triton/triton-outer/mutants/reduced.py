# rejected by: case (the tile is reduced along its rows)
# says: tl.max reduces the tile to the largest value of each column. tl.maximum(tile, 0.0) compares element by element, and keeps the shape.
import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    va = tl.load(a + rows, mask=rows < m, other=0.0)
    vb = tl.load(b + columns, mask=columns < n, other=0.0)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    t = tl.max(va[:, None] + vb[None, :], 0)
    tl.store(out + rows[:, None] * n + columns[None, :], t, mask=mask)


def outer(a, b, out, m, n):
    M, N = 32, 64
    grid = (triton.cdiv(m, M), triton.cdiv(n, N))
    outer_kernel[grid](a, b, out, m, n, M=M, N=N)
