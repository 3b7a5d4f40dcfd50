# rejected by: case (lanes beyond the last key are counted in tl.histogram)
# says: Lanes beyond the last key count as key 0, so bins[0] is too large. Mask the atomic, or subtract these lanes from the histogram's first bin.
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
def turn_kernel(x, out, rows, cols, B: tl.constexpr):
    r = tl.program_id(0) * B + tl.arange(0, B)
    c = tl.program_id(1) * B + tl.arange(0, B)
    t = tl.load(x + r[:, None] * cols + c[None, :], mask=(r[:, None] < rows) & (c[None, :] < cols))
    tl.store(out + c[:, None] * rows + r[None, :], tl.trans(t), mask=(c[:, None] < cols) & (r[None, :] < rows))


@triton.jit
def bin_kernel(keys, bins, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    k = tl.load(keys + at, mask=mask)
    h = tl.histogram(k, 256)
    b = tl.arange(0, 256)
    tl.atomic_add(bins + b, h)


def ports(x, keys, scaled, sums, turned, bins, rows, cols, a):
    n, BLOCK = rows * cols, 1024
    scale_kernel[(triton.cdiv(n, BLOCK),)](x, scaled, n, a, BLOCK=BLOCK)
    sum_kernel[(rows,)](x, sums, cols, BLOCK=1024)
    turn_kernel[(triton.cdiv(rows, 32), triton.cdiv(cols, 32))](x, turned, rows, cols, B=32)
    bins.zero_()
    bin_kernel[(triton.cdiv(n, BLOCK),)](keys, bins, n, BLOCK=BLOCK)
