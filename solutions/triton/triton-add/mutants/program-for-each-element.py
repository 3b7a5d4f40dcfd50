# rejected by: trap host-pointer | trap out-of-bounds | crash | gate bandwidth (as many programs as elements, each with a whole tile)
import triton
import triton.language as tl


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask)
    b = tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, a + b, mask=mask)


def add(x, y, out, n):
    add_kernel[(n,)](x, y, out, n, BLOCK=1024)
