# rejected by: case (one program adds the first tile only)
# says: Only the first tile is added. The grid says how many programs run: one for each tile.
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
    add_kernel[(1,)](x, y, out, n, BLOCK=BLOCK)
