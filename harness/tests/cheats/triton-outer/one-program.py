# rejected by: gate blocks (one program walks over all tiles)
import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    wide = tl.cdiv(n, N)
    for tile in range(tl.cdiv(m, M) * wide):
        rows = tile // wide * M + tl.arange(0, M)
        columns = tile % wide * N + tl.arange(0, N)
        va = tl.load(a + rows, mask=rows < m, other=0.0)
        vb = tl.load(b + columns, mask=columns < n, other=0.0)
        tl.store(out + rows[:, None] * n + columns[None, :],
                 tl.maximum(va[:, None] + vb[None, :], 0.0),
                 mask=(rows[:, None] < m) & (columns[None, :] < n))


def outer(a, b, out, m, n):
    if m * n:
        outer_kernel[(1,)](a, b, out, m, n, M=64, N=64)
