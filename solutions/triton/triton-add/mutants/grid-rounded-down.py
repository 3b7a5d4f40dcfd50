# rejected by: case (the tail is never stored)
# says: The grid has n // BLOCK programs, so the last, partial tile has no program. triton.cdiv(n, BLOCK) rounds up.
import triton
import triton.language as tl


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    total = tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, total, mask=mask)


def add(x, y, out, n):
    BLOCK = 1024
    add_kernel[(n // BLOCK,)](x, y, out, n, BLOCK=BLOCK)
