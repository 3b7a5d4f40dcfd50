# rejected by: case (% 16 instead of & 15, which differ where a word is negative)
# says: The remainder of a negative word is negative, so % 16 gives numbers below 0. Use & 15, which takes the four bits whatever the sign is.
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
        # Eight lanes read one word: the sector is fetched once.
        word = tl.load(packed + row * (cols // 8) + at // 8, mask=mask, other=0)
        nibble = (word >> 4 * (at % 8)) % 16
        scale = tl.load(scales + row * groups + at // group, mask=mask,
                        other=0.0)
        weight = (nibble - 8).to(tl.float32) * scale
        acc += weight * tl.load(x + at, mask=mask, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def quant_matvec(packed, scales, x, out, rows, cols, group):
    matvec_kernel[(rows,)](packed, scales, x, out, cols, group, BLOCK=2048,
                           num_warps=8)
