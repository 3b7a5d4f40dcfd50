# rejected by: case (tl.sum adds along the wrong axis of the tile)
# says: tl.sum adds along the wrong axis: what is stored for a row is the sum of a column of the tile. A tile with rows first and columns second is summed over axis=1.

import triton
import triton.language as tl


@triton.jit
def scale_kernel(x, out, n, a, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    tl.store(out + at, a * v, mask=at < n)


@triton.jit
def sum_kernel(x, out, rows, cols, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    acc = tl.zeros((R,), dtype=tl.float32)
    for start in range(0, cols, C):
        c = start + tl.arange(0, C)
        tile = tl.load(x + r[:, None] * cols + c[None, :], mask=(r[:, None] < rows) & (c[None, :] < cols), other=0.0)
        acc += tl.sum(tile, axis=0)
    tl.store(out + r, acc, mask=r < rows)


@triton.jit
def turn_kernel(x, out, rows, cols, T: tl.constexpr):
    r = tl.program_id(0) * T + tl.arange(0, T)
    c = tl.program_id(1) * T + tl.arange(0, T)
    tile = tl.load(x + r[:, None] * cols + c[None, :], mask=(r[:, None] < rows) & (c[None, :] < cols))
    t = tl.trans(tile)
    tl.store(out + c[:, None] * rows + r[None, :], t, mask=(c[:, None] < cols) & (r[None, :] < rows))


@triton.jit
def hist_kernel(keys, bins, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    k = tl.load(keys + at, mask=m, other=0)
    tl.atomic_add(bins + k, 1, mask=m)


def ports(x, keys, scaled, sums, turned, bins, rows, cols, a):
    n, BLOCK = rows * cols, 1024
    bins.zero_()
    scale_kernel[(triton.cdiv(n, BLOCK),)](x, scaled, n, a, BLOCK=BLOCK)
    sum_kernel[(triton.cdiv(rows, 32),)](x, sums, rows, cols, R=32, C=32)
    turn_kernel[(triton.cdiv(rows, 32), triton.cdiv(cols, 32))](x, turned, rows, cols, T=32)
    hist_kernel[(triton.cdiv(n, BLOCK),)](keys, bins, n, BLOCK=BLOCK)
