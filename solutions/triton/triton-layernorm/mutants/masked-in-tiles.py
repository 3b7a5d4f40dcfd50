# rejected by: case (lanes beyond the row count in the variance)
# says: Lanes beyond the row are 0 when they are loaded, and -mean after the subtraction. Set them back to 0 before squaring: tl.where(mask, v - mean, 0.0).
import triton
import triton.language as tl


@triton.jit
def layernorm_kernel(x, gain, bias, out, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    s = 0.0
    q = 0.0
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + at, mask=at < cols, other=0.0).to(tl.float32)
        s += tl.sum(v, axis=0)
    mean = s / cols
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + at, mask=at < cols, other=0.0).to(tl.float32)
        q += tl.sum((v - mean) * (v - mean), axis=0)
    r = 1 / tl.sqrt(q / cols + eps)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + at, mask=at < cols, other=0.0).to(tl.float32)
        g = tl.load(gain + at, mask=at < cols)
        b = tl.load(bias + at, mask=at < cols)
        tl.store(out + row * cols + at, (v - mean) * r * g + b, mask=at < cols)


def layernorm(x, gain, bias, out, rows, cols, eps):
    layernorm_kernel[(rows,)](x, gain, bias, out, cols, eps, BLOCK=1024)
