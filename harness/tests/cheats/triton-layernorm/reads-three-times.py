# rejected by: gate traffic (the row is read for each formula)
import triton
import triton.language as tl


@triton.jit
def layernorm_kernel(x, gain, bias, out, cols, eps, BLOCK: tl.constexpr):
    # Three kernels in one launch: the row is read from memory three times, and never held.
    row = tl.program_id(0)
    s = tl.zeros((BLOCK,), tl.float32)
    for first in range(0, cols, BLOCK):
        at = first + tl.arange(0, BLOCK)
        s += tl.load(x + row * cols + at, mask=at < cols, other=0.0).to(tl.float32)
    mean = tl.sum(s, axis=0) / cols
    q = tl.zeros((BLOCK,), tl.float32)
    for first in range(0, cols, BLOCK):
        at = first + tl.arange(0, BLOCK)
        d = tl.load(x + row * cols + at, mask=at < cols, other=0.0).to(tl.float32) - mean
        q += tl.where(at < cols, d * d, 0.0)
    rstd = 1.0 / tl.sqrt(tl.sum(q, axis=0) / cols + eps)
    for first in range(0, cols, BLOCK):
        at = first + tl.arange(0, BLOCK)
        mask = at < cols
        v = tl.load(x + row * cols + at, mask=mask, other=0.0).to(tl.float32)
        y = (v - mean) * rstd * tl.load(gain + at, mask=mask, other=0.0) + tl.load(bias + at, mask=mask, other=0.0)
        tl.store(out + row * cols + at, y.to(tl.float16), mask=mask)


def layernorm(x, gain, bias, out, rows, cols, eps):
    if rows == 0:
        return
    layernorm_kernel[(rows,)](x, gain, bias, out, cols, eps, BLOCK=1024, num_warps=4)
