# rejected by: trap out-of-bounds | case (groups are taken for powers of two)
import triton
import triton.language as tl


@triton.jit
def matvec_kernel(packed, scales, x, out, cols, group, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    groups = (cols >> group) + (cols & ((1 << group) - 1) != 0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < cols
        # Eight lanes read one word: the sector is fetched once.
        word = tl.load(packed + row * (cols // 8) + at // 8, mask=mask, other=0)
        nibble = (word >> 4 * (at % 8)) & 15
        scale = tl.load(scales + row * groups + (at >> group), mask=mask,
                        other=0.0)
        weight = (nibble - 8).to(tl.float32) * scale
        acc += weight * tl.load(x + at, mask=mask, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def quant_matvec(packed, scales, x, out, rows, cols, group):
    matvec_kernel[(rows,)](packed, scales, x, out, cols,
                           group.bit_length() - 1, BLOCK=2048,
                           num_warps=8)
