# rejected by: trap global-race | trap out-of-bounds | case (the turned tile is stored with the mask of the load)
import triton
import triton.language as tl


@triton.jit
def scale_kernel(x, out, n, a, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + at, mask=at < n)
    tl.store(out + at, a * v, mask=at < n)


@triton.jit
def sum_kernel(x, sums, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        c = start + tl.arange(0, BLOCK)
        acc += tl.load(x + row * cols + c, mask=c < cols, other=0.0)
    tl.store(sums + row, tl.sum(acc, axis=0))


@triton.jit
def turn_kernel(x, turned, rows, cols, B: tl.constexpr):
    r = tl.program_id(0) * B + tl.arange(0, B)
    c = tl.program_id(1) * B + tl.arange(0, B)
    t = tl.load(x + r[:, None] * cols + c[None, :],
                mask=(r[:, None] < rows) & (c[None, :] < cols), other=0.0)
    tl.store(turned + c[:, None] * rows + r[None, :], tl.trans(t),
             mask=(r[:, None] < rows) & (c[None, :] < cols))


@triton.jit
def bins_kernel(keys, bins, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k = tl.load(keys + at, mask=at < n, other=0)
    tl.atomic_add(bins + k, 1, mask=at < n)


def ports(x, keys, scaled, sums, turned, bins, rows, cols, a):
    n, BLOCK, B = rows * cols, 1024, 32
    bins.zero_()
    if n == 0:
        return
    scale_kernel[(triton.cdiv(n, BLOCK),)](x, scaled, n, a, BLOCK=BLOCK)
    sum_kernel[(rows,)](x, sums, cols, BLOCK=BLOCK)
    turn_kernel[(triton.cdiv(rows, B), triton.cdiv(cols, B))](x, turned, rows, cols, B=B)
    bins_kernel[(triton.cdiv(n, BLOCK),)](keys, bins, n, BLOCK=BLOCK)
