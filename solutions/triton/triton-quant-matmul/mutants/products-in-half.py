# rejected by: case (weight and x are rounded to half)
# says: Weights, x or their products are rounded to half, which costs digits. Multiply and add in tl.float32.
import triton
import triton.language as tl


@triton.jit
def matvec_kernel(packed, scales, x, out, cols, group, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    groups = tl.cdiv(cols, group)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < cols
        word = tl.load(packed + row * (cols // 8) + at // 8, mask=mask, other=0)
        nibble = (word >> (4 * (at % 8))) & 15
        scale = tl.load(scales + row * groups + at // group, mask=mask, other=0.0)
        weight = (nibble - 8).to(tl.float32) * scale
        acc += (weight.to(tl.float16) * tl.load(x + at, mask=mask, other=0.0).to(tl.float16)).to(tl.float32)
    tl.store(out + row, tl.sum(acc, axis=0))


def quant_matvec(packed, scales, x, out, rows, cols, group):
    matvec_kernel[(rows,)](packed, scales, x, out, cols, group, BLOCK=1024)
