# rejected by: case (x is loaded twice, y never)
# says: Both loads take their tile from x, so out is 2 * x. The second load begins at y.
import triton
import triton.language as tl


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    total = tl.load(x + offsets, mask=mask) + tl.load(x + offsets, mask=mask)
    tl.store(out + offsets, total, mask=mask)


def add(x, y, out, n):
    BLOCK = 1024
    add_kernel[(triton.cdiv(n, BLOCK),)](x, y, out, n, BLOCK=BLOCK)
