import triton
import triton.language as tl


@triton.jit
def matvec_kernel(packed, scales, x, out, cols, group, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < cols
        word = tl.load(packed + row * (cols // 8) + at // 8, mask=mask, other=0)
        # TODO: this takes the lowest weight of each word for all eight, unscaled.
        weight = (word & 15).to(tl.float32)
        acc += weight * tl.load(x + at, mask=mask, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def quant_matvec(packed, scales, x, out, rows, cols, group):
    matvec_kernel[(rows,)](packed, scales, x, out, cols, group, BLOCK=1024)
