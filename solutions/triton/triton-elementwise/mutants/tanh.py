# rejected by: case (the approximation of gelu is off by 1e-4)
# says: This is the approximation of gelu by tanh, which is off by 1e-4. The formula in the brief has erf.
import triton
import triton.language as tl


@triton.jit
def fused_kernel(x, bias, keep, out, n, cols, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask) + tl.load(bias + at % cols, mask=mask)
    t = 1.5957691216057308 * (v + 0.044715 * v * v * v)
    v = v / (1 + tl.exp(-t))
    kept = tl.load(keep + at, mask=mask) >= p
    tl.store(out + at, tl.where(kept, v / (1 - p), 0.0), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    n, BLOCK = rows * cols, 1024
    fused_kernel[(triton.cdiv(n, BLOCK),)](x, bias, keep, out, n, cols, p,
                                           BLOCK=BLOCK)
