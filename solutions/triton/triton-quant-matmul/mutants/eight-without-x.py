# rejected by: case (subtracts 8 from the product, not from the nibble)
# says: 8 is subtracted from nibble * x. The weight is nibble - 8, and x multiplies all of it.
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
        acc += (nibble.to(tl.float32) * tl.load(x + at, mask=mask, other=0.0) - 8.0) * scale
    tl.store(out + row, tl.sum(acc, axis=0))


def quant_matvec(packed, scales, x, out, rows, cols, group):
    matvec_kernel[(rows,)](packed, scales, x, out, cols, group, BLOCK=1024)
