# rejected by: gate traffic (a kernel of its own for the columns reads x and dy again)
import triton
import triton.language as tl


@triton.jit
def rows_kernel(x, dy, gain, mean, rstd, dx, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    g = tl.load(gain + at, mask=mask, other=0.0)
    v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
    d = tl.load(dy + row * cols + at, mask=mask, other=0.0).to(tl.float32)
    r = tl.load(rstd + row)
    h = (v - tl.load(mean + row)) * r
    w = d * g
    c1 = tl.sum(w, axis=0) / cols
    c2 = tl.sum(w * h, axis=0) / cols
    tl.store(dx + row * cols + at, r * (w - c1 - h * c2), mask=mask)


@triton.jit
def columns_kernel(x, dy, mean, rstd, dgain, dbias, rows, cols,
                   TALL: tl.constexpr, WIDE: tl.constexpr):
    at = tl.program_id(0) * WIDE + tl.arange(0, WIDE)
    g = tl.zeros((TALL, WIDE), dtype=tl.float32)
    b = tl.zeros((TALL, WIDE), dtype=tl.float32)
    for start in range(0, rows, TALL):
        row = start + tl.arange(0, TALL)
        p = row[:, None] * cols + at[None, :]
        mask = (row[:, None] < rows) & (at[None, :] < cols)
        v = tl.load(x + p, mask=mask, other=0.0).to(tl.float32)
        d = tl.load(dy + p, mask=mask, other=0.0).to(tl.float32)
        m = tl.load(mean + row, mask=row < rows, other=0.0)
        r = tl.load(rstd + row, mask=row < rows, other=0.0)
        g += d * (v - m[:, None]) * r[:, None]
        b += d
    tl.store(dgain + at, tl.sum(g, axis=0), mask=at < cols)
    tl.store(dbias + at, tl.sum(b, axis=0), mask=at < cols)


def layernorm_backward(x, dy, gain, mean, rstd, dx, dgain, dbias, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    rows_kernel[(rows,)](x, dy, gain, mean, rstd, dx, cols, BLOCK=BLOCK,
                         num_warps=num_warps)
    TALL, WIDE = 32, 32
    columns_kernel[(triton.cdiv(cols, WIDE),)](
        x, dy, mean, rstd, dgain, dbias, rows, cols, TALL=TALL, WIDE=WIDE)
