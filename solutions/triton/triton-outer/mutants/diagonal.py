# rejected by: case (only the diagonal of each tile is stored)
# says: Only the diagonal of each tile is stored. rows and columns have one axis each, so their sum has one too: lane i pairs row i with column i. rows[:, None] and columns[None, :] make all pairs, of the values, the offsets and the mask.
import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    va = tl.load(a + rows, mask=rows < m, other=0.0)
    vb = tl.load(b + columns, mask=columns < n, other=0.0)
    t = tl.maximum(va + vb, 0.0)
    tl.store(out + rows * n + columns, t, mask=(rows < m) & (columns < n))


def outer(a, b, out, m, n):
    M, N = 64, 64
    grid = (triton.cdiv(m, M), triton.cdiv(n, N))
    outer_kernel[grid](a, b, out, m, n, M=M, N=N)
