import triton
import triton.language as tl


@triton.jit
def scale_kernel(x, out, n, a, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    tl.store(out + at, a * v, mask=at < n)


# TODO: kernels for sums, turned and bins.


def ports(x, keys, scaled, sums, turned, bins, rows, cols, a):
    n, BLOCK = rows * cols, 1024
    scale_kernel[(triton.cdiv(n, BLOCK),)](x, scaled, n, a, BLOCK=BLOCK)
