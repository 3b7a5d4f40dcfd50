import triton
import triton.language as tl


@triton.jit
def outer_kernel(a, b, out, m, n, M: tl.constexpr, N: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    # TODO: this stores the first column of each tile only. Make a tile of (M, N).
    va = tl.load(a + rows, mask=rows < m, other=0.0)
    first = tl.program_id(1) * N
    vb = tl.load(b + first)
    tl.store(out + rows * n + first, tl.maximum(va + vb, 0.0), mask=rows < m)


def outer(a, b, out, m, n):
    M, N = 32, 64
    grid = (triton.cdiv(m, M), triton.cdiv(n, N))
    outer_kernel[grid](a, b, out, m, n, M=M, N=N)
