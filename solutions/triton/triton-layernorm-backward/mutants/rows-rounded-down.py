# rejected by: case (rows // programs rows for each program, without the rest)
# says: Each program takes rows // programs rows, rounded down. The rest of the rows is never read: let program p take rows p, p + programs, and so on.
import torch
import triton
import triton.language as tl


@triton.jit
def rows_kernel(x, dy, gain, mean, rstd, dx, lines, rows, cols,
                BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    mask = at < cols
    g = tl.load(gain + at, mask=mask, other=0.0)
    dgain = tl.zeros((BLOCK,), dtype=tl.float32)
    dbias = tl.zeros((BLOCK,), dtype=tl.float32)
    each = rows // 264
    for row in range(tl.program_id(0) * each, (tl.program_id(0) + 1) * each):
        v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
        d = tl.load(dy + row * cols + at, mask=mask, other=0.0).to(tl.float32)
        r = tl.load(rstd + row)
        h = (v - tl.load(mean + row)) * r
        # d is 0 beyond the row, so h may be anything there.
        w = d * g
        c1 = tl.sum(w, axis=0) / cols
        c2 = tl.sum(w * h, axis=0) / cols
        tl.store(dx + row * cols + at, r * (w - c1 - h * c2), mask=mask)
        dgain += d * h
        dbias += d
    line = lines + tl.program_id(0) * 2 * cols + at
    tl.store(line, dgain, mask=mask)
    tl.store(line + cols, dbias, mask=mask)


@triton.jit
def columns_kernel(lines, dgain, dbias, programs, cols, TALL: tl.constexpr,
                   WIDE: tl.constexpr):
    at = tl.program_id(0) * WIDE + tl.arange(0, WIDE)
    g = tl.zeros((TALL, WIDE), dtype=tl.float32)
    b = tl.zeros((TALL, WIDE), dtype=tl.float32)
    for start in range(0, programs, TALL):
        line = start + tl.arange(0, TALL)
        p = lines + line[:, None] * 2 * cols + at[None, :]
        mask = (line[:, None] < programs) & (at[None, :] < cols)
        g += tl.load(p, mask=mask, other=0.0)
        b += tl.load(p + cols, mask=mask, other=0.0)
    tl.store(dgain + at, tl.sum(g, axis=0), mask=at < cols)
    tl.store(dbias + at, tl.sum(b, axis=0), mask=at < cols)


def layernorm_backward(x, dy, gain, mean, rstd, dx, dgain, dbias, rows, cols):
    BLOCK = triton.next_power_of_2(cols)
    num_warps = min(max(BLOCK // 512, 1), 16)
    programs = 264
    lines = torch.empty((programs, 2, cols), dtype=torch.float32)
    if programs > 0:
        rows_kernel[(programs,)](x, dy, gain, mean, rstd, dx, lines, rows, cols,
                                 BLOCK=BLOCK, num_warps=num_warps)
    TALL, WIDE = 32, 32
    columns_kernel[(triton.cdiv(cols, WIDE),)](lines, dgain, dbias, programs,
                                               cols, TALL=TALL, WIDE=WIDE)
