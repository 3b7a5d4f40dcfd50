# rejected by: case (a program takes 64 rows at most)
import torch
import triton
import triton.language as tl

PROGRAMS = 264


@triton.jit
def rows_kernel(x, dy, gain, mean, rstd, dx, lines, rows, cols, MOST: tl.constexpr,
                BLOCK: tl.constexpr):
    first, step = tl.program_id(0), tl.num_programs(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    g = tl.load(gain + at, mask=mask, other=0.0)
    dg = tl.zeros((BLOCK,), dtype=tl.float32)
    db = tl.zeros((BLOCK,), dtype=tl.float32)
    last = tl.minimum(rows, first + MOST * step)
    for row in range(first, last, step):
        v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
        d = tl.load(dy + row * cols + at, mask=mask, other=0.0).to(tl.float32)
        r = tl.load(rstd + row)
        h = (v - tl.load(mean + row)) * r
        w = d * g
        c1 = tl.sum(w, axis=0) / cols
        c2 = tl.sum(w * h, axis=0) / cols
        tl.store(dx + row * cols + at, (r * (w - c1 - h * c2)).to(tl.float16), mask=mask)
        dg += d * h
        db += d
    line = lines + first * 2 * cols
    tl.store(line + at, dg, mask=mask)
    tl.store(line + cols + at, db, mask=mask)


@triton.jit
def columns_kernel(lines, dgain, dbias, count, cols, HIGH: tl.constexpr, WIDE: tl.constexpr):
    c = tl.program_id(0) * WIDE + tl.arange(0, WIDE)
    dg = tl.zeros((HIGH, WIDE), dtype=tl.float32)
    db = tl.zeros((HIGH, WIDE), dtype=tl.float32)
    for start in range(0, count, HIGH):
        k = start + tl.arange(0, HIGH)
        at = k[:, None] * 2 * cols + c[None, :]
        mask = (k[:, None] < count) & (c[None, :] < cols)
        dg += tl.load(lines + at, mask=mask, other=0.0)
        db += tl.load(lines + at + cols, mask=mask, other=0.0)
    tl.store(dgain + c, tl.sum(dg, axis=0), mask=c < cols)
    tl.store(dbias + c, tl.sum(db, axis=0), mask=c < cols)


def layernorm_backward(x, dy, gain, mean, rstd, dx, dgain, dbias, rows, cols):
    count = min(rows, PROGRAMS)
    lines = torch.empty((max(count, 1), 2, cols), dtype=torch.float32)
    if count > 0:
        rows_kernel[(count,)](x, dy, gain, mean, rstd, dx, lines, rows, cols, MOST=64,
                              BLOCK=triton.next_power_of_2(cols))
    columns_kernel[(triton.cdiv(cols, 32),)](lines, dgain, dbias, count, cols, HIGH=32,
                                             WIDE=32)
