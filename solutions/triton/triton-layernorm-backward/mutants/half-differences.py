# rejected by: case (x - mean and h are halves)
# says: h is computed in halves, which costs digits. x and dy become tl.float32 once they are loaded, before mean is subtracted.
import torch
import triton
import triton.language as tl


@triton.jit
def rows_kernel(x, dy, gain, mean, rstd, dx, part, rows, cols, PROGRAMS: tl.constexpr,
                BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    g = tl.load(gain + at, mask=mask, other=0.0)
    dg = tl.zeros((BLOCK,), dtype=tl.float32)
    db = tl.zeros((BLOCK,), dtype=tl.float32)
    for row in range(pid, rows, PROGRAMS):
        v = tl.load(x + row * cols + at, mask=mask, other=0.0)
        d = tl.load(dy + row * cols + at, mask=mask, other=0.0)
        r = tl.load(rstd + row).to(tl.float16)
        h = (v - tl.load(mean + row).to(tl.float16)) * r
        w = d * g
        c1 = tl.sum(w, axis=0) / cols
        c2 = tl.sum(w * h, axis=0) / cols
        tl.store(dx + row * cols + at, r * (w - c1 - h * c2), mask=mask)
        dg += d * h
        db += d
    tl.store(part + pid * 2 * cols + at, dg, mask=mask)
    tl.store(part + pid * 2 * cols + cols + at, db, mask=mask)


@triton.jit
def lines_kernel(part, dgain, dbias, cols, PROGRAMS: tl.constexpr, LINES: tl.constexpr,
                 BLOCK: tl.constexpr):
    line = tl.arange(0, LINES)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = line[:, None] * 2 * cols + at[None, :]
    m = (line[:, None] < PROGRAMS) & (at[None, :] < cols)
    tl.store(dgain + at, tl.sum(tl.load(part + p, mask=m, other=0.0), axis=0), mask=at < cols)
    tl.store(dbias + at, tl.sum(tl.load(part + p + cols, mask=m, other=0.0), axis=0), mask=at < cols)


def layernorm_backward(x, dy, gain, mean, rstd, dx, dgain, dbias, rows, cols):
    BLOCK, PROGRAMS = triton.next_power_of_2(cols), 132
    part = torch.empty((PROGRAMS, 2, cols), dtype=torch.float32)
    rows_kernel[(PROGRAMS,)](x, dy, gain, mean, rstd, dx, part, rows, cols, PROGRAMS=PROGRAMS, BLOCK=BLOCK)
    lines_kernel[(triton.cdiv(cols, 32),)](part, dgain, dbias, cols, PROGRAMS=PROGRAMS, LINES=256, BLOCK=32)
