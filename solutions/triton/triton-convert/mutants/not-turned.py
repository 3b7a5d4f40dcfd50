# rejected by: case (the tile is stored as it was read)
# says: Within each tile, rows and columns of `turned` are exchanged. Exchange them once: either store tl.trans(tile) at c[:, None] * rows + r[None, :], or the tile as it was read at c[None, :] * rows + r[:, None].
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x, out, n, a, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    tl.store(out + at, a * v, mask=at < n)


@triton.jit
def sum_kernel(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        acc += tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


@triton.jit
def turn_kernel(x, out, rows, cols, TILE: tl.constexpr):
    r = tl.program_id(0) * TILE + tl.arange(0, TILE)
    c = tl.program_id(1) * TILE + tl.arange(0, TILE)
    tile = tl.load(x + r[:, None] * cols + c[None, :],
                   mask=(r[:, None] < rows) & (c[None, :] < cols))
    # Both accesses have their contiguous axis last.
    tl.store(out + c[:, None] * rows + r[None, :], tile,
             mask=(c[:, None] < cols) & (r[None, :] < rows))


@triton.jit
def count_kernel(keys, bins, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    k = tl.load(keys + at, mask=mask, other=0)
    # A histogram of the tile first: one atomic per bin and program.
    counts = tl.histogram(k, 256, mask=mask)
    b = tl.arange(0, 256)
    tl.atomic_add(bins + b, counts, mask=counts > 0)


def ports(x, keys, scaled, sums, turned, bins, rows, cols, a):
    n, BLOCK, TILE = rows * cols, 1024, 32
    scale_kernel[(triton.cdiv(n, BLOCK),)](x, scaled, n, a, BLOCK=BLOCK)
    sum_kernel[(rows,)](x, sums, cols, BLOCK=BLOCK)
    turn_kernel[(triton.cdiv(rows, TILE), triton.cdiv(cols, TILE))](
        x, turned, rows, cols, TILE=TILE)
    bins.zero_()
    count_kernel[(triton.cdiv(n, 4096),)](keys, bins, n, BLOCK=4096)
