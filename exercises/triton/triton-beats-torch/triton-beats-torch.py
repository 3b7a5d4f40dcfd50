import triton
import triton.language as tl


@triton.jit
def add_norm_kernel(x, y, gain, bias, out, cols, eps, WIDE: tl.constexpr):
    # One row per program, as a library does for rows of any width.
    row = tl.program_id(0)
    at = tl.arange(0, WIDE)
    mask = at < cols
    v = tl.load(x + row * cols + at, mask=mask, other=0.0) + \
        tl.load(y + row * cols + at, mask=mask, other=0.0)
    mean = tl.sum(v, axis=0) / cols
    # TODO: the variance, gain and bias. Then: how many rows for a program?
    tl.store(out + row * cols + at, v - mean, mask=mask)


def add_norm(x, y, gain, bias, out, rows, cols, eps):
    WIDE = triton.next_power_of_2(cols)
    add_norm_kernel[(rows,)](x, y, gain, bias, out, cols, eps, WIDE=WIDE)
