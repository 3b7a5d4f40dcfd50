"""out = layer_norm(x + y) for short rows, in one kernel.

BUG=mask in the environment plants a mistake: lanes past the end of a row count.
"""
import os

try:
    import torch
    import triton
    import triton.language as tl
except ImportError:  # the plan and its model need neither
    torch = triton = None

BUG = os.environ.get("BUG") == "mask"


def plan(rows, cols):
    """Rows of a tile, its width, and how many programs there are."""
    wide = 1 << max(cols - 1, 0).bit_length()
    tile = max(2048 // wide, 1)
    return tile, wide, -(-rows // tile)


if triton:
    @triton.jit
    def add_norm_kernel(x, y, gain, bias, out, rows, cols, eps,
                        TILE: tl.constexpr, WIDE: tl.constexpr, BUG: tl.constexpr):
        row = tl.program_id(0) * TILE + tl.arange(0, TILE)
        at = tl.arange(0, WIDE)
        inside = at < cols
        mask = (row[:, None] < rows) & inside[None, :]
        here = row[:, None] * cols + at[None, :]
        v = tl.load(x + here, mask=mask, other=0.0)
        v += tl.load(y + here, mask=mask, other=0.0)
        d = v - (tl.sum(v, axis=1) / cols)[:, None]
        if not BUG:
            d = tl.where(mask, d, 0.0)
        scale = 1 / tl.sqrt(tl.sum(d * d, axis=1) / cols + eps)
        g = tl.load(gain + at, mask=inside, other=0.0)
        b = tl.load(bias + at, mask=inside, other=0.0)
        tl.store(out + here, d * scale[:, None] * g[None, :] + b[None, :], mask=mask)


def add_norm(x, y, gain, bias, eps=1e-5):
    rows, cols = x.shape
    tile, wide, programs = plan(rows, cols)
    out = torch.empty_like(x)
    if programs:
        add_norm_kernel[(programs,)](x, y, gain, bias, out, rows, cols, eps,
                                     TILE=tile, WIDE=wide, BUG=BUG)
    return out


def model(x, y, gain, bias, eps=1e-5):
    """The kernel, program by program, on lists of lists, without a GPU."""
    rows, cols = len(x), len(gain)
    tile, wide, programs = plan(rows, cols)
    out = [[None] * cols for _ in x]
    for p in range(programs):
        for r in range(p * tile, min((p + 1) * tile, rows)):
            v = [x[r][c] + y[r][c] if c < cols else 0.0 for c in range(wide)]
            mean = sum(v) / cols
            d = [e - mean if c < cols or BUG else 0.0 for c, e in enumerate(v)]
            scale = (sum(e * e for e in d) / cols + eps) ** -0.5
            for c in range(cols):
                out[r][c] = d[c] * scale * gain[c] + bias[c]
    return out
