# rejected by: case (drops before gelu)
# says: x + bias is dropped and scaled first, and gelu is taken of that. The order is bias, gelu, dropout.
import triton
import triton.language as tl


@triton.jit
def fused_kernel(x, bias, keep, out, n, cols, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask) + tl.load(bias + at % cols, mask=mask)
    kept = tl.load(keep + at, mask=mask) >= p
    v = tl.where(kept, v / (1 - p), 0.0)
    v = 0.5 * v * (1 + tl.erf(v * 0.7071067811865476))
    tl.store(out + at, v, mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    n, BLOCK = rows * cols, 1024
    fused_kernel[(triton.cdiv(n, BLOCK),)](x, bias, keep, out, n, cols, p,
                                           BLOCK=BLOCK)
