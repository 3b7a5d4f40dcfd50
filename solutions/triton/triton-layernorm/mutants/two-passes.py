# rejected by: gate launches (the row is normalised in a second kernel)
import torch
import triton
import triton.language as tl


@triton.jit
def moments_kernel(x, mean, rstd, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
    m = tl.sum(v, axis=0) / cols
    d = tl.where(mask, v - m, 0.0)
    tl.store(mean + row, m)
    tl.store(rstd + row, 1 / tl.sqrt(tl.sum(d * d, axis=0) / cols + eps))


@triton.jit
def affine_kernel(x, mean, rstd, gain, bias, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
    d = (v - tl.load(mean + row)) * tl.load(rstd + row)
    y = d * tl.load(gain + at, mask=mask) + tl.load(bias + at, mask=mask)
    tl.store(out + row * cols + at, y, mask=mask)


def layernorm(x, gain, bias, out, rows, cols, eps):
    BLOCK = triton.next_power_of_2(cols)
    mean, rstd = torch.empty(rows), torch.empty(rows)
    moments_kernel[(rows,)](x, mean, rstd, cols, eps, BLOCK=BLOCK, num_warps=8)
    affine_kernel[(rows,)](x, mean, rstd, gain, bias, out, cols, BLOCK=BLOCK,
                           num_warps=8)
