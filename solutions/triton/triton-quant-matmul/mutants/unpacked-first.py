# rejected by: gate launches (weights go through memory as floats)
import torch
import triton
import triton.language as tl


@triton.jit
def unpack_kernel(packed, scales, w, n, cols, group, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    row, col = at // cols, at % cols
    word = tl.load(packed + row * (cols // 8) + col // 8, mask=mask, other=0)
    scale = tl.load(scales + row * tl.cdiv(cols, group) + col // group,
                    mask=mask, other=0.0)
    nibble = (word >> 4 * (col % 8)) & 15
    tl.store(w + at, (nibble - 8).to(tl.float32) * scale, mask=mask)


@triton.jit
def matvec_kernel(w, x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        mask = at < cols
        acc += tl.load(w + row * cols + at, mask=mask, other=0.0) * \
            tl.load(x + at, mask=mask, other=0.0)
    tl.store(out + row, tl.sum(acc, axis=0))


def quant_matvec(packed, scales, x, out, rows, cols, group):
    w = torch.empty(rows, cols)
    n = rows * cols
    unpack_kernel[(triton.cdiv(n, 1024),)](packed, scales, w, n, cols, group,
                                           BLOCK=1024)
    matvec_kernel[(rows,)](w, x, out, cols, BLOCK=2048, num_warps=8)
