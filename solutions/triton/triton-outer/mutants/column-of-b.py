# rejected by: case (a goes along the columns and b along the rows)
# says: Inside of a tile a and b have changed places: a[None, :] is a row, so its values go along the columns. Element (i, j) is a[i] + b[j]: va[:, None] + vb[None, :].
import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    va = tl.load(a + rows, mask=rows < m, other=0.0)
    vb = tl.load(b + columns, mask=columns < n, other=0.0)
    t = tl.maximum(va[None, :] + vb[:, None], 0.0)
    offsets = rows[:, None] * n + columns[None, :]
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(out + offsets, t, mask=mask)


def outer(a, b, out, m, n):
    M, N = 32, 32
    grid = (triton.cdiv(m, M), triton.cdiv(n, N))
    outer_kernel[grid](a, b, out, m, n, M=M, N=N)
