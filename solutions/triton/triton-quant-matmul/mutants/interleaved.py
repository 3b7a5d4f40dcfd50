# rejected by: case (even columns in the low half of the word, odd ones in the high half)
# says: The nibbles are read in another order, as if even columns lay in the low half of a word. Here column c % 8 lies at bit 4 * (c % 8).
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
        nibble = (word >> (4 * (at % 8 // 2 + at % 2 * 4))) & 15
        scale = tl.load(scales + row * groups + at // group, mask=mask, other=0.0)
        weight = (nibble - 8).to(tl.float32) * scale
        acc += weight * tl.load(x + at, mask=mask, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def quant_matvec(packed, scales, x, out, rows, cols, group):
    matvec_kernel[(rows,)](packed, scales, x, out, cols, group, BLOCK=1024)
