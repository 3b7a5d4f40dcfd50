# rejected by: case (the column is multiplied by m)
# says: The result is stored by columns: element (i, j) at i + j * m. It lies by rows, at i * n + j: multiply the row by n.
import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    va = tl.load(a + rows[:, None], mask=rows[:, None] < m, other=0.0)
    vb = tl.load(b + columns[None, :], mask=columns[None, :] < n, other=0.0)
    t = tl.maximum(va + vb, 0.0)
    tl.store(out + rows[:, None] + columns[None, :] * m, t, mask=(rows[:, None] < m) & (columns[None, :] < n))


def outer(a, b, out, m, n):
    M, N = 32, 64
    grid = (triton.cdiv(m, M), triton.cdiv(n, N))
    outer_kernel[grid](a, b, out, m, n, M=M, N=N)
