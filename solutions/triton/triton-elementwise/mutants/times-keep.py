# rejected by: case (the result is multiplied by keep)
# says: The value is multiplied by the number in keep. That number only decides: below p the result is 0, else it is the value divided by 1 - p.
import triton
import triton.language as tl


@triton.jit
def fused_kernel(x, bias, keep, out, n, cols, p, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + at, mask=mask) + tl.load(bias + at % cols, mask=mask)
    v = 0.5 * v * (1 + tl.erf(v * 0.7071067811865476))
    kept = tl.load(keep + at, mask=mask)
    tl.store(out + at, v * kept / (1 - p), mask=mask)


def bias_gelu_dropout(x, bias, keep, out, rows, cols, p):
    n, BLOCK = rows * cols, 1024
    fused_kernel[(triton.cdiv(n, BLOCK),)](x, bias, keep, out, n, cols, p,
                                           BLOCK=BLOCK)
