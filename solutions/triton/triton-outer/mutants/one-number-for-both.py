# rejected by: trap global-race | case (only tiles on the diagonal are computed)
# says: Only the tiles on the diagonal are computed: rows and columns both begin at the number of the same axis of the grid. The rows take tl.program_id(0), the columns tl.program_id(1).
import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    pid = tl.program_id(0)
    rows = pid * M + tl.arange(0, M)
    columns = pid * N + tl.arange(0, N)
    va = tl.load(a + rows, mask=rows < m, other=0.0)
    vb = tl.load(b + columns, mask=columns < n, other=0.0)
    t = tl.maximum(va[:, None] + vb[None, :], 0.0)
    tl.store(out + rows[:, None] * n + columns[None, :], t, mask=(rows[:, None] < m) & (columns[None, :] < n))


def outer(a, b, out, m, n):
    M, N = 32, 64
    grid = (triton.cdiv(m, M), triton.cdiv(n, N))
    outer_kernel[grid](a, b, out, m, n, M=M, N=N)
