"""Times of Triton kernels: measured on a GPU, or modelled on a simulated one.

    python kernels.py [--small] [KERNEL ...]          on a GPU
    kata sim kernels.py --gpu h100 [-- ...]           on the simulated device

Prints rows `kernel config us p20 p80`, with tabs, as they come; a row that fails
says ERROR instead. On a GPU each result is compared with PyTorch's first. There
Triton is told to use mma, as on the simulated device; kernels with a tl.dot run
once more with what Triton prefers (wgmma on Hopper): their config then ends in
`wgmma`.
"""

import os
import signal
import subprocess
import sys

ARGS = sys.argv[1:]
WGMMA = "--wgmma" in ARGS
SMALL = "--small" in ARGS
CHECK = "--check" in ARGS
LIST = "--list" in ARGS
COUNTS = next((a[9:] for a in ARGS if a.startswith("--counts=")), None)
NAMES = [a for a in ARGS if not a.startswith("--")]
if WGMMA:
    os.environ.pop("DISABLE_MMA_V3", None)
else:
    os.environ["DISABLE_MMA_V3"] = "1"

import torch  # noqa: E402
import triton  # noqa: E402
import triton.language as tl  # noqa: E402

SIM = any(os.path.basename(getattr(m, "__file__", "") or "") == "kata_device.py"
          for m in list(sys.modules.values()))
DEV = "cuda"
CASES = []  # (name, has a tl.dot, function)


def case(dot=False):
    def add(fn):
        CASES.append((fn.__name__.removeprefix("case_"), dot, fn))
        return fn
    return add


def pick(small, full):
    return small if SMALL else full


def rand(*shape, dtype=torch.float32, scale=1.0):
    return (torch.randn(*shape, device=DEV) * scale).to(dtype)


def close(got, want, tol=1e-3):
    torch.testing.assert_close(got.float(), want.float(), rtol=tol, atol=tol)


# ---- elementwise


@triton.jit
def copy_k(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    tl.store(out + at, tl.load(x + at, mask=m), mask=m)


@case()
def case_copy():
    n = pick(10000, 8 << 20)
    x = rand(n)
    out = torch.empty_like(x)
    for block, warps in ((128, 4), (256, 1), (1024, 4), (4096, 8)):
        yield (f"BLOCK={block} w={warps}",
               lambda: copy_k[(triton.cdiv(n, block),)](
                   x, out, n, BLOCK=block, num_warps=warps),
               lambda: close(out, x))


@triton.jit
def triad_k(a, b, out, s, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    v = tl.load(a + at, mask=m) + s * tl.load(b + at, mask=m)
    tl.store(out + at, v, mask=m)


@case()
def case_triad():
    n = pick(10000, 8 << 20)
    a, b = rand(n), rand(n)
    out = torch.empty_like(a)
    for block, warps in ((512, 2), (1024, 4), (2048, 16)):
        yield (f"BLOCK={block} w={warps}",
               lambda: triad_k[(triton.cdiv(n, block),)](
                   a, b, out, 3.0, n, BLOCK=block, num_warps=warps),
               lambda: close(out, a + 3.0 * b))


@triton.jit
def gelu_k(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    v = tl.load(x + at, mask=m).to(tl.float32)
    u = 0.7978845608 * (v + 0.044715 * v * v * v)
    t = 1 - 2 / (tl.exp(2 * u) + 1)
    tl.store(out + at, (0.5 * v * (1 + t)).to(tl.float16), mask=m)


@case()
def case_gelu():
    n = pick(10000, 16 << 20)
    x = rand(n, dtype=torch.float16)
    out = torch.empty_like(x)
    for block, warps in ((1024, 4), (4096, 4)):
        yield (f"BLOCK={block} w={warps}",
               lambda: gelu_k[(triton.cdiv(n, block),)](
                   x, out, n, BLOCK=block, num_warps=warps),
               lambda: close(out, torch.nn.functional.gelu(
                   x.float(), approximate="tanh"), 2e-3))


@triton.jit
def add_relu_k(a, b, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    v = tl.load(a + at, mask=m) + tl.load(b + at, mask=m)
    tl.store(out + at, tl.maximum(v, 0.0), mask=m)


@case()
def case_add_relu():
    n = pick(10000, 16 << 20)
    a, b = rand(n, dtype=torch.float16), rand(n, dtype=torch.float16)
    out = torch.empty_like(a)
    for block, warps in ((256, 4), (2048, 4), (8192, 8)):
        yield (f"BLOCK={block} w={warps}",
               lambda: add_relu_k[(triton.cdiv(n, block),)](
                   a, b, out, n, BLOCK=block, num_warps=warps),
               lambda: close(out, torch.relu(a + b), 2e-3))


@triton.jit
def swiglu_k(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    m = at < cols
    gate = tl.load(x + row * 2 * cols + at, mask=m).to(tl.float32)
    up = tl.load(x + row * 2 * cols + cols + at, mask=m).to(tl.float32)
    v = gate * tl.sigmoid(gate) * up
    tl.store(out + row * cols + at, v.to(tl.bfloat16), mask=m)


@case()
def case_swiglu():
    rows, cols = pick((5, 300), (4096, 2816))
    x = rand(rows, 2 * cols, dtype=torch.bfloat16)
    out = torch.empty(rows, cols, device=DEV, dtype=torch.bfloat16)
    g, u = x[:, :cols].float(), x[:, cols:].float()
    for block, warps in ((512, 4), (1024, 2)):
        yield (f"BLOCK={block} w={warps}",
               lambda: swiglu_k[(rows, triton.cdiv(cols, block))](
                   x, out, cols, BLOCK=block, num_warps=warps),
               lambda: close(out, torch.nn.functional.silu(g) * u, 2e-2))


@triton.jit
def adam_k(p, g, m1, m2, p_out, m1_out, m2_out, n, lr, b1, b2, eps,
           BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = at < n
    grad = tl.load(g + at, mask=ok)
    a = b1 * tl.load(m1 + at, mask=ok) + (1 - b1) * grad
    v = b2 * tl.load(m2 + at, mask=ok) + (1 - b2) * grad * grad
    new = tl.load(p + at, mask=ok) - lr * a / (tl.sqrt(v) + eps)
    tl.store(p_out + at, new, mask=ok)
    tl.store(m1_out + at, a, mask=ok)
    tl.store(m2_out + at, v, mask=ok)


@case()
def case_adam():
    n = pick(10000, 4 << 20)
    p, g, a, v = rand(n), rand(n), rand(n), rand(n).abs()
    outs = [torch.empty_like(p) for _ in range(3)]

    def check():
        wa, wv = 0.9 * a + 0.1 * g, 0.99 * v + 0.01 * g * g
        close(outs[1], wa)
        close(outs[0], p - 0.001 * wa / (wv.sqrt() + 1e-8))

    for block, warps in ((512, 4), (1024, 4)):
        yield (f"BLOCK={block} w={warps}",
               lambda: adam_k[(triton.cdiv(n, block),)](
                   p, g, a, v, *outs, n, 0.001, 0.9, 0.99, 1e-8, BLOCK=block,
                   num_warps=warps), check)


@triton.jit
def dropout_k(x, out, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    keep = tl.rand(seed, at) > p
    v = tl.load(x + at, mask=m)
    tl.store(out + at, tl.where(keep, v / (1 - p), 0.0), mask=m)


def check_dropout(x, out, p):
    kept = out != 0
    close(out[kept], x[kept] / (1 - p))
    assert abs((~kept).float().mean().item() - p) < 0.02


@case()
def case_dropout():
    n = pick(10000, 6 << 20)
    x = rand(n) + 10
    out = torch.empty_like(x)
    for block, warps in ((512, 4), (1024, 4), (2048, 4)):
        yield (f"BLOCK={block} w={warps}",
               lambda: dropout_k[(triton.cdiv(n, block),)](
                   x, out, n, 0.25, 7, BLOCK=block, num_warps=warps),
               lambda: check_dropout(x, out, 0.25))


@triton.jit
def noise4_k(out, n, seed, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    at = pid * BLOCK + tl.arange(0, BLOCK)
    a, b, c, d = tl.rand4x(seed, at)
    to = pid * BLOCK * 4 + tl.arange(0, BLOCK)
    tl.store(out + to, a, mask=to < n)
    tl.store(out + to + BLOCK, b, mask=to + BLOCK < n)
    tl.store(out + to + 2 * BLOCK, c, mask=to + 2 * BLOCK < n)
    tl.store(out + to + 3 * BLOCK, d, mask=to + 3 * BLOCK < n)


@case()
def case_noise4():
    n = pick(10000, 16 << 20)
    out = torch.empty(n, device=DEV)

    def check():
        assert abs(out.mean().item() - 0.5) < 0.02
        assert 0 <= out.min().item() and out.max().item() < 1

    for block, warps in ((256, 2), (1024, 4)):
        yield (f"BLOCK={block} w={warps}",
               lambda: noise4_k[(triton.cdiv(n, 4 * block),)](
                   out, n, 3, BLOCK=block, num_warps=warps), check)


@triton.jit
def mandel_k(out, W, H, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    cx = (at % W).to(tl.float32) / W * 3.0 - 2.0
    cy = (at // W).to(tl.float32) / H * 2.0 - 1.0
    x = tl.zeros([BLOCK], tl.float32)
    y = tl.zeros([BLOCK], tl.float32)
    count = tl.zeros([BLOCK], tl.int32)
    for _ in range(STEPS):
        xx, yy = x * x, y * y
        inside = xx + yy < 4.0
        count += inside.to(tl.int32)
        y = tl.where(inside, 2 * x * y + cy, y)
        x = tl.where(inside, xx - yy + cx, x)
    tl.store(out + at, count, mask=at < W * H)


@case()
def case_mandelbrot():
    w, h = pick((64, 32), (1024, 512))
    out = torch.empty(w * h, device=DEV, dtype=torch.int32)

    def check():
        at = torch.arange(w * h, device=DEV)
        cx = (at % w).float() / w * 3 - 2
        cy = (at // w).float() / h * 2 - 1
        x = torch.zeros_like(cx)
        y, n = torch.zeros_like(cx), torch.zeros_like(at)
        for _ in range(100):
            xx, yy = x * x, y * y
            ok = xx + yy < 4
            n += ok
            x, y = (torch.where(ok, xx - yy + cx, x),
                    torch.where(ok, 2 * x * y + cy, y))
        assert (n == out).float().mean().item() > 0.98

    for block, warps in ((128, 4), (512, 4), (1024, 4)):
        yield (f"BLOCK={block} w={warps}",
               lambda: mandel_k[(triton.cdiv(w * h, block),)](
                   out, w, h, STEPS=100, BLOCK=block, num_warps=warps), check)


@triton.jit
def conv1d_k(x, w, out, T, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    ch = tl.program_id(1)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], tl.float32)
    for k in tl.static_range(TAPS):
        src = at + k - TAPS + 1
        v = tl.load(x + ch * T + src, mask=(src >= 0) & (src < T), other=0.0)
        acc += v * tl.load(w + ch * TAPS + k)
    tl.store(out + ch * T + at, acc, mask=at < T)


@case()
def case_conv1d():
    ch, t = pick((3, 300), (512, 8192))
    x, w = rand(ch, t), rand(ch, 5)
    out = torch.empty_like(x)

    def check():
        padded = torch.nn.functional.pad(x, (4, 0))
        close(out, sum(padded[:, k:k + t] * w[:, k:k + 1] for k in range(5)))

    for block, warps in ((256, 4), (1024, 4), (2048, 8)):
        yield (f"BLOCK={block} w={warps}",
               lambda: conv1d_k[(triton.cdiv(t, block), ch)](
                   x, w, out, t, TAPS=5, BLOCK=block, num_warps=warps), check)


@triton.jit
def jacobi_k(x, out, H, W, BH: tl.constexpr, BW: tl.constexpr):
    r = tl.program_id(1) * BH + tl.arange(0, BH)[:, None]
    c = tl.program_id(0) * BW + tl.arange(0, BW)[None, :]
    at = r * W + c
    m = (r > 0) & (r < H - 1) & (c > 0) & (c < W - 1)
    s = tl.load(x + at - W, mask=m) + tl.load(x + at + W, mask=m)
    s += tl.load(x + at - 1, mask=m) + tl.load(x + at + 1, mask=m)
    tl.store(out + at, 0.25 * s, mask=m)


@case()
def case_jacobi():
    h, w = pick((70, 100), (2048, 4096))
    x = rand(h, w)
    out = x.clone()
    for bh, bw, warps in ((1, 512, 4), (8, 128, 4), (32, 32, 4)):
        yield (f"BH={bh} BW={bw} w={warps}",
               lambda: jacobi_k[(triton.cdiv(w, bw), triton.cdiv(h, bh))](
                   x, out, h, w, BH=bh, BW=bw, num_warps=warps),
               lambda: close(out[1:-1, 1:-1], 0.25 * (
                   x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])))


@triton.jit
def rope_k(x, cos, sin, out, heads, D: tl.constexpr, HB: tl.constexpr):
    t = tl.program_id(0)
    h = tl.program_id(1) * HB + tl.arange(0, HB)[:, None]
    d = tl.arange(0, D // 2)
    c = tl.load(cos + t * (D // 2) + d)[None, :]
    s = tl.load(sin + t * (D // 2) + d)[None, :]
    at = (t * heads + h) * D + d[None, :]
    m = h < heads
    a = tl.load(x + at, mask=m).to(tl.float32)
    b = tl.load(x + at + D // 2, mask=m).to(tl.float32)
    tl.store(out + at, (a * c - b * s).to(tl.float16), mask=m)
    tl.store(out + at + D // 2, (b * c + a * s).to(tl.float16), mask=m)


@case()
def case_rope():
    tokens, heads, d = pick((7, 4, 64), (4096, 32, 128))
    x = rand(tokens, heads, d, dtype=torch.float16)
    angle = rand(tokens, d // 2)
    cos, sin, out = angle.cos(), angle.sin(), torch.empty_like(x)

    def check():
        a, b = x[..., :d // 2].float(), x[..., d // 2:].float()
        c, s = cos[:, None], sin[:, None]
        close(out, torch.cat((a * c - b * s, b * c + a * s), -1), 5e-3)

    for hb, warps in ((4, 2), (16, 4), (32, 4)):
        yield (f"HEADS={hb} w={warps}",
               lambda: rope_k[(tokens, triton.cdiv(heads, hb))](
                   x, cos, sin, out, heads, D=d, HB=hb, num_warps=warps),
               check)


# ---- rows


@triton.jit
def softmax_k(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + at, mask=at < cols, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(out + row * cols + at, e / tl.sum(e, 0), mask=at < cols)


@case()
def case_softmax():
    rows, cols = pick((7, 700), (8192, 1000))
    x = rand(rows, cols)
    out = torch.empty_like(x)
    for warps in (1, 4, 8):
        yield (f"BLOCK=1024 w={warps}",
               lambda: softmax_k[(rows,)](x, out, cols, BLOCK=1024,
                                          num_warps=warps),
               lambda: close(out, torch.softmax(x, 1)))


@case()
def case_softmax_long():
    rows, cols = pick((3, 4096), (2048, 4096))
    x = rand(rows, cols)
    out = torch.empty_like(x)
    for warps in (4, 8, 16):
        yield (f"BLOCK=4096 w={warps}",
               lambda: softmax_k[(rows,)](x, out, cols, BLOCK=4096,
                                          num_warps=warps),
               lambda: close(out, torch.softmax(x, 1)))


@triton.jit
def softmax_online_k(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    top = tl.full([BLOCK], -float("inf"), tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + at, mask=at < cols,
                    other=-float("inf")).to(tl.float32)
        new = tl.maximum(top, v)
        total = total * tl.exp(top - new) + tl.exp(v - new)
        top = new
    most = tl.max(top, 0)
    scale = 1 / tl.sum(total * tl.exp(top - most), 0)
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + at, mask=at < cols).to(tl.float32)
        tl.store(out + row * cols + at,
                 (tl.exp(v - most) * scale).to(tl.float16), mask=at < cols)


@case()
def case_softmax_online():
    rows, cols = pick((3, 3000), (1024, 16384))
    x = rand(rows, cols, dtype=torch.float16)
    out = torch.empty_like(x)
    for block, warps in ((1024, 4), (2048, 8), (1024, 1)):
        yield (f"BLOCK={block} w={warps}",
               lambda: softmax_online_k[(rows,)](x, out, cols, BLOCK=block,
                                                 num_warps=warps),
               lambda: close(out, torch.softmax(x.float(), 1)))


@triton.jit
def layer_norm_k(x, w, b, out, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    m = at < cols
    v = tl.load(x + row * cols + at, mask=m, other=0.0).to(tl.float32)
    mean = tl.sum(v, 0) / cols
    d = tl.where(m, v - mean, 0.0)
    rstd = tl.rsqrt(tl.sum(d * d, 0) / cols + eps)
    y = d * rstd * tl.load(w + at, mask=m) + tl.load(b + at, mask=m)
    tl.store(out + row * cols + at, y.to(tl.float16), mask=m)


@case()
def case_layer_norm():
    rows, cols = pick((5, 1000), (8192, 2048))
    x = rand(rows, cols, dtype=torch.float16)
    w, b, out = rand(cols), rand(cols), torch.empty_like(x)
    block = triton.next_power_of_2(cols)
    for warps in (2, 4, 8):
        yield (f"BLOCK={block} w={warps}",
               lambda: layer_norm_k[(rows,)](x, w, b, out, cols, 1e-5,
                                             BLOCK=block, num_warps=warps),
               lambda: close(out, torch.nn.functional.layer_norm(
                   x.float(), (cols,), w, b, 1e-5), 5e-3))


@triton.jit
def layer_norm_back_k(dy, x, w, dx, dw, db, rows, cols, eps,
                      BLOCK: tl.constexpr):
    pid, step = tl.program_id(0), tl.num_programs(0)
    at = tl.arange(0, BLOCK)
    m = at < cols
    weight = tl.load(w + at, mask=m, other=0.0)
    dw_acc = tl.zeros([BLOCK], tl.float32)
    db_acc = tl.zeros([BLOCK], tl.float32)
    for row in range(pid, rows, step):
        v = tl.load(x + row * cols + at, mask=m, other=0.0)
        g = tl.load(dy + row * cols + at, mask=m, other=0.0)
        mean = tl.sum(v, 0) / cols
        d = tl.where(m, v - mean, 0.0)
        rstd = tl.rsqrt(tl.sum(d * d, 0) / cols + eps)
        xhat = d * rstd
        wg = weight * g
        c1 = tl.sum(xhat * wg, 0) / cols
        c2 = tl.sum(wg, 0) / cols
        tl.store(dx + row * cols + at, (wg - (xhat * c1 + c2)) * rstd, mask=m)
        dw_acc += g * xhat
        db_acc += g
    tl.store(dw + pid * cols + at, dw_acc, mask=m)
    tl.store(db + pid * cols + at, db_acc, mask=m)


@case()
def case_layer_norm_back():
    rows, cols = pick((50, 200), (8192, 1024))
    x, dy, w = rand(rows, cols), rand(rows, cols), rand(cols)
    dx = torch.empty_like(x)
    block = triton.next_power_of_2(cols)
    for programs, warps in ((132, 4), (528, 4), (528, 8)):
        dw = torch.empty(programs, cols, device=DEV)
        db = torch.empty(programs, cols, device=DEV)

        def check():
            v, u, b = (t.clone().requires_grad_() for t in (
                x, w, torch.zeros_like(w)))
            torch.nn.functional.layer_norm(v, (cols,), u, b, 1e-5).backward(dy)
            close(dx, v.grad, 5e-3)
            close(dw.sum(0), u.grad, 2e-2)
            close(db.sum(0), b.grad, 2e-2)

        yield (f"programs={programs} w={warps}",
               lambda: layer_norm_back_k[(programs,)](
                   dy, x, w, dx, dw, db, rows, cols, 1e-5, BLOCK=block,
                   num_warps=warps), check)


@triton.jit
def rms_norm_k(x, w, out, rows, COLS: tl.constexpr, eps, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    c = tl.arange(0, COLS)[None, :]
    v = tl.load(x + r * COLS + c, mask=r < rows, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(v * v, 1) / COLS + eps)
    y = v * scale[:, None] * tl.load(w + c)
    tl.store(out + r * COLS + c, y.to(tl.bfloat16), mask=r < rows)


@case()
def case_rms_norm():
    rows, cols = pick((9, 256), (16384, 1024))
    x = rand(rows, cols, dtype=torch.bfloat16)
    w, out = rand(cols), torch.empty_like(x)

    def check():
        v = x.float()
        close(out, v * torch.rsqrt((v * v).mean(1, True) + 1e-6) * w, 3e-2)

    for n, warps in ((1, 4), (4, 4), (2, 8)):
        yield (f"ROWS={n} w={warps}",
               lambda: rms_norm_k[(triton.cdiv(rows, n),)](
                   x, w, out, rows, cols, 1e-6, ROWS=n, num_warps=warps), check)


@triton.jit
def cross_entropy_k(x, label, loss, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    y = tl.load(label + row)
    top = -float("inf")
    total = 0.0
    for start in range(0, cols, BLOCK):
        at = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * cols + at, mask=at < cols, other=-float("inf"))
        new = tl.maximum(top, tl.max(v, 0))
        total = total * tl.exp(top - new) + tl.sum(tl.exp(v - new), 0)
        top = new
    tl.store(loss + row, tl.log(total) + top - tl.load(x + row * cols + y))


@case()
def case_cross_entropy():
    rows, cols = pick((6, 3000), (2048, 8000))
    x = rand(rows, cols)
    label = torch.randint(0, cols, (rows,), device=DEV)
    loss = torch.empty(rows, device=DEV)
    for block, warps in ((1024, 4), (2048, 8), (8192, 8)):
        yield (f"BLOCK={block} w={warps}",
               lambda: cross_entropy_k[(rows,)](x, label, loss, cols,
                                                BLOCK=block, num_warps=warps),
               lambda: close(loss, torch.nn.functional.cross_entropy(
                   x, label, reduction="none")))


@triton.jit
def argmax_k(x, out, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * cols + at, mask=at < cols, other=-float("inf"))
    tl.store(out + row, tl.argmax(v, 0))


@case()
def case_argmax():
    rows, cols = pick((5, 1000), (4096, 4096))
    x = rand(rows, cols)
    out = torch.empty(rows, device=DEV, dtype=torch.int32)
    block = triton.next_power_of_2(cols)
    for warps in (2, 4, 8):
        yield (f"BLOCK={block} w={warps}",
               lambda: argmax_k[(rows,)](x, out, cols, BLOCK=block,
                                         num_warps=warps),
               lambda: close(x.gather(1, out.long()[:, None])[:, 0],
                             x.max(1).values))


@triton.jit
def quantise_k(x, out, scales, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    m = at < cols
    v = tl.load(x + row * cols + at, mask=m, other=0.0).to(tl.float32)
    scale = tl.max(tl.abs(v), 0) / 127.0
    q = v / scale
    q = tl.floor(q + 0.5)
    tl.store(out + row * cols + at, q.to(tl.int8), mask=m)
    tl.store(scales + row, scale)


@case()
def case_quantise():
    rows, cols = pick((5, 1000), (8192, 2048))
    x = rand(rows, cols, dtype=torch.float16)
    out = torch.empty(rows, cols, device=DEV, dtype=torch.int8)
    scales = torch.empty(rows, device=DEV)
    block = triton.next_power_of_2(cols)

    def check():
        back = out.float() * scales[:, None]
        assert ((back - x.float()).abs() <= 0.51 * scales[:, None]).all()

    for warps in (1, 4, 8):
        yield (f"BLOCK={block} w={warps}",
               lambda: quantise_k[(rows,)](x, out, scales, cols, BLOCK=block,
                                           num_warps=warps), check)


@triton.jit
def cumsum_k(x, out, COLS: tl.constexpr):
    at = tl.program_id(0) * COLS + tl.arange(0, COLS)
    tl.store(out + at, tl.cumsum(tl.load(x + at), 0))


@case()
def case_cumsum():
    rows, cols = pick((4, 512), (4096, 2048))
    x = rand(rows, cols)
    out = torch.empty_like(x)
    for warps in (2, 4, 8):
        yield (f"COLS={cols} w={warps}",
               lambda: cumsum_k[(rows,)](x, out, COLS=cols, num_warps=warps),
               lambda: close(out, x.cumsum(1), 1e-2))


@triton.jit
def sort_k(x, out, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    at = r * COLS + tl.arange(0, COLS)[None, :]
    tl.store(out + at, tl.sort(tl.load(x + at)))


@case()
def case_sort():
    rows, cols = pick((8, 64), (4096, 128))
    x = rand(rows, cols)
    out = torch.empty_like(x)
    for n, warps in ((1, 1), (4, 4), (8, 4)):
        yield (f"ROWS={n} COLS={cols} w={warps}",
               lambda: sort_k[(rows // n,)](x, out, ROWS=n, COLS=cols,
                                            num_warps=warps),
               lambda: close(out, x.sort(1).values))


# ---- sums, atomics


@triton.jit
def partials_k(x, out, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    acc = tl.zeros([BLOCK], tl.float32)
    for start in range(pid * BLOCK, n, tl.num_programs(0) * BLOCK):
        at = start + tl.arange(0, BLOCK)
        acc += tl.load(x + at, mask=at < n, other=0.0)
    tl.store(out + pid, tl.sum(acc, 0))


@case()
def case_reduce_partials():
    n = pick(50000, 16 << 20)
    x = rand(n)
    for programs, block, warps in ((132, 1024, 4), (528, 1024, 4),
                                   (264, 4096, 8)):
        out = torch.empty(programs, device=DEV)
        yield (f"programs={programs} BLOCK={block} w={warps}",
               lambda: partials_k[(programs,)](x, out, n, BLOCK=block,
                                               num_warps=warps),
               lambda: close(out.sum() / n, x.sum() / n))


@triton.jit
def atomic_sum_k(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + at, mask=at < n, other=0.0), 0))


@case()
def case_atomic_sum():
    n = pick(50000, 16 << 20)
    x, out = rand(n), torch.zeros(1, device=DEV)
    for block, warps in ((512, 4), (2048, 4), (8192, 8)):
        def run():
            atomic_sum_k[(triton.cdiv(n, block),)](x, out, n, BLOCK=block,
                                                   num_warps=warps)

        def check():
            out.zero_()
            run()
            close(out / n, x.sum()[None] / n)

        yield f"BLOCK={block} w={warps}", run, check


@triton.jit
def histogram_k(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    tl.atomic_add(out + tl.load(x + at, mask=m, other=0), 1, mask=m)


@case()
def case_histogram():
    n = pick(20000, 2 << 20)
    for bins, block, warps in ((64, 1024, 4), (1024, 1024, 4), (65536, 512, 4)):
        x = torch.randint(0, bins, (n,), device=DEV, dtype=torch.int32)
        out = torch.zeros(bins, device=DEV, dtype=torch.int32)

        def run():
            histogram_k[(triton.cdiv(n, block),)](x, out, n, BLOCK=block,
                                                  num_warps=warps)

        def check():
            out.zero_()
            run()
            close(out, torch.bincount(x, minlength=bins))

        yield f"bins={bins} BLOCK={block} w={warps}", run, check


@triton.jit
def histogram_tile_k(x, out, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = at < n
    count = tl.histogram(tl.load(x + at, mask=m, other=0), BINS, mask=m)
    tl.atomic_add(out + tl.arange(0, BINS), count)


@case()
def case_histogram_tile():
    n = pick(20000, 4 << 20)
    x = torch.randint(0, 256, (n,), device=DEV, dtype=torch.int32)
    out = torch.zeros(256, device=DEV, dtype=torch.int32)
    for block, warps in ((1024, 4), (4096, 4), (8192, 8)):
        def run():
            histogram_tile_k[(triton.cdiv(n, block),)](
                x, out, n, BINS=256, BLOCK=block, num_warps=warps)

        def check():
            out.zero_()
            run()
            close(out, torch.bincount(x, minlength=256))

        yield f"BLOCK={block} w={warps}", run, check


@triton.jit
def columns_k(x, out, rows, cols, BR: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    r = tl.program_id(1) * BR + tl.arange(0, BR)
    m = (r[:, None] < rows) & (c[None, :] < cols)
    v = tl.load(x + r[:, None] * cols + c[None, :], mask=m, other=0.0)
    tl.atomic_add(out + c, tl.sum(v, 0), mask=c < cols)


@case()
def case_column_sums():
    rows, cols = pick((300, 200), (8192, 2048))
    x, out = rand(rows, cols), torch.zeros(cols, device=DEV)
    for br, bc, warps in ((32, 128, 4), (128, 64, 4), (64, 256, 8)):
        def run():
            columns_k[(triton.cdiv(cols, bc), triton.cdiv(rows, br))](
                x, out, rows, cols, BR=br, BC=bc, num_warps=warps)

        def check():
            out.zero_()
            run()
            close(out, x.sum(0), 1e-2)

        yield f"BR={br} BC={bc} w={warps}", run, check


# ---- places


@triton.jit
def transpose_k(x, out, H, W, BH: tl.constexpr, BW: tl.constexpr):
    r = tl.program_id(1) * BH + tl.arange(0, BH)
    c = tl.program_id(0) * BW + tl.arange(0, BW)
    m = (r[:, None] < H) & (c[None, :] < W)
    v = tl.load(x + r[:, None] * W + c[None, :], mask=m)
    tl.store(out + c[:, None] * H + r[None, :], tl.trans(v), mask=tl.trans(m))


@case()
def case_transpose():
    h, w = pick((100, 90), (2048, 4096))
    x = rand(h, w)
    out = torch.empty(w, h, device=DEV)
    for bh, bw, warps in ((16, 16, 1), (32, 32, 4), (64, 64, 4), (64, 64, 8)):
        yield (f"BH={bh} BW={bw} w={warps}",
               lambda: transpose_k[(triton.cdiv(w, bw), triton.cdiv(h, bh))](
                   x, out, h, w, BH=bh, BW=bw, num_warps=warps),
               lambda: close(out, x.t()))


@triton.jit
def gather_rows_k(table, index, out, COLS: tl.constexpr):
    row = tl.program_id(0)
    src = tl.load(index + row)
    at = tl.arange(0, COLS)
    tl.store(out + row * COLS + at, tl.load(table + src * COLS + at))


@case()
def case_gather_rows():
    rows, total, cols = pick((9, 100, 128), (16384, 65536, 512))
    table = rand(total, cols)
    index = torch.randint(0, total, (rows,), device=DEV)
    out = torch.empty(rows, cols, device=DEV)
    for warps in (1, 4):
        yield (f"COLS={cols} w={warps}",
               lambda: gather_rows_k[(rows,)](table, index, out, COLS=cols,
                                              num_warps=warps),
               lambda: close(out, table[index]))


@triton.jit
def embedding_k(table, ids, out, n, ROWS: tl.constexpr, D: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    d = tl.arange(0, D)[None, :]
    m = r < n
    src = tl.load(ids + r, mask=m, other=0)
    v = tl.load(table + src[:, None] * D + d, mask=m[:, None])
    tl.store(out + r[:, None] * D + d, v, mask=m[:, None])


@case()
def case_embedding():
    n, vocab, d = pick((50, 100, 64), (65536, 32000, 256))
    table = rand(vocab, d, dtype=torch.float16)
    ids = torch.randint(0, vocab, (n,), device=DEV, dtype=torch.int32)
    out = torch.empty(n, d, device=DEV, dtype=torch.float16)
    for rows, warps in ((1, 1), (4, 4), (16, 4), (32, 4)):
        yield (f"ROWS={rows} w={warps}",
               lambda: embedding_k[(triton.cdiv(n, rows),)](
                   table, ids, out, n, ROWS=rows, D=d, num_warps=warps),
               lambda: close(out, table[ids.long()]))


# ---- products


@triton.jit
def matvec_k(a, x, out, M, K, BM: tl.constexpr, BK: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)
    acc = tl.zeros([BM, BK], tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        v = tl.load(a + r[:, None] * K + k[None, :],
                    mask=(r[:, None] < M) & (k[None, :] < K), other=0.0)
        acc += v * tl.load(x + k, mask=k < K, other=0.0)[None, :]
    tl.store(out + r, tl.sum(acc, 1), mask=r < M)


@case()
def case_matvec():
    m, k = pick((50, 300), (4096, 4096))
    a, x, out = rand(m, k), rand(k), torch.empty(m, device=DEV)
    for bm, bk, warps in ((1, 1024, 4), (4, 512, 4), (16, 128, 4),
                          (32, 64, 8)):
        yield (f"BM={bm} BK={bk} w={warps}",
               lambda: matvec_k[(triton.cdiv(m, bm),)](
                   a, x, out, m, k, BM=bm, BK=bk, num_warps=warps),
               lambda: close(out, (a.double() @ x.double()).float(), 1e-2))


@triton.jit
def matmul_k(a, b, c, M, N, K, am, ak, bk, bn, cm, cn, BM: tl.constexpr,
             BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
             PREC: tl.constexpr):
    pid, rows, cols = tl.program_id(0), tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = pid // (GROUP * cols) * GROUP
    size = min(rows - first, GROUP)
    m = (first + pid % (GROUP * cols) % size) * BM + tl.arange(0, BM)
    n = pid % (GROUP * cols) // size * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    ap = a + m[:, None] * am + k[None, :] * ak
    bp = b + k[:, None] * bk + n[None, :] * bn
    acc = tl.zeros((BM, BN), tl.float32)
    for step in range(0, K, BK):
        x = tl.load(ap, mask=k[None, :] < K - step, other=0.0)
        y = tl.load(bp, mask=k[:, None] < K - step, other=0.0)
        acc = tl.dot(x, y, acc, input_precision=PREC)
        ap += BK * ak
        bp += BK * bk
    tl.store(c + m[:, None] * cm + n[None, :] * cn,
             acc.to(c.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))


def matmul_rows(shape, dtype, configs, prec="tf32", group=1, tol=2e-2):
    M, N, K = shape
    a = rand(M, K, dtype=dtype)
    b = rand(K, N, dtype=dtype, scale=K**-0.5)
    c = torch.empty(M, N, device=DEV, dtype=dtype)
    for bm, bn, bk, warps, stages in configs:
        for g in (group if isinstance(group, tuple) else (group,)):
            grid = (triton.cdiv(M, bm) * triton.cdiv(N, bn),)
            yield (f"{bm}x{bn}x{bk} w={warps} s={stages}"
                   + (f" GROUP={g}" if g > 1 or group != 1 else ""),
                   lambda: matmul_k[grid](
                       a, b, c, M, N, K, *a.stride(), *b.stride(), *c.stride(),
                       BM=bm, BN=bn, BK=bk, GROUP=g, PREC=prec,
                       num_warps=warps, num_stages=stages),
                   lambda: close(c, a.double() @ b.double(), tol))


@case(dot=True)
def case_matmul_half():
    yield from matmul_rows(
        pick((128, 256, 128), (1024, 2048, 1024)), torch.float16,
        ((32, 32, 32, 4, 2), (64, 64, 32, 4, 1), (64, 64, 32, 4, 3),
         (128, 128, 32, 4, 3), (128, 128, 64, 8, 3), (128, 256, 64, 8, 3)))


@case(dot=True)
def case_matmul_tf32():
    yield from matmul_rows(
        pick((128, 128, 128), (1024, 1024, 1024)), torch.float32,
        ((64, 64, 32, 4, 2), (128, 64, 32, 4, 3), (128, 128, 32, 8, 3)))


@case()
def case_matmul_float():
    yield from matmul_rows(
        pick((64, 64, 64), (512, 768, 512)), torch.float32,
        ((32, 32, 16, 4, 1), (64, 64, 16, 4, 3), (64, 32, 32, 4, 2)),
        prec="ieee", tol=1e-3)


@case(dot=True)
def case_matmul_grouped():
    yield from matmul_rows(
        pick((256, 256, 64), (2048, 2048, 1024)), torch.bfloat16,
        ((64, 128, 32, 4, 3), (128, 128, 32, 8, 3)), group=(1, 8), tol=3e-2)


@triton.jit
def bmm_k(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr,
          BK: tl.constexpr):
    z = tl.program_id(2)
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    ap = a + z * M * K + m[:, None] * K + k[None, :]
    bp = b + z * K * N + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for step in range(0, K, BK):
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    tl.store(c + z * M * N + m[:, None] * N + n[None, :], acc.to(tl.float16))


@case(dot=True)
def case_bmm():
    z, n, k = pick((2, 128, 64), (96, 256, 256))
    a = rand(z, n, k, dtype=torch.float16)
    b = rand(z, k, n, dtype=torch.float16, scale=k**-0.5)
    c = torch.empty(z, n, n, device=DEV, dtype=torch.float16)
    for bm, bn, bk, warps, stages in ((64, 64, 32, 4, 3), (128, 128, 32, 8, 2),
                                      (128, 64, 64, 4, 3)):
        yield (f"{bm}x{bn}x{bk} w={warps} s={stages}",
               lambda: bmm_k[(n // bm, n // bn, z)](
                   a, b, c, n, n, k, BM=bm, BN=bn, BK=bk, num_warps=warps,
                   num_stages=stages),
               lambda: close(c, a.double() @ b.double(), 2e-2))


@triton.jit
def dequant_k(a, q, scales, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr,
              BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    ap = a + m[:, None] * K + k[None, :]
    qp = q + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for step in range(0, K, BK):
        w = tl.load(qp).to(tl.float16)
        acc = tl.dot(tl.load(ap), w, acc)
        ap += BK
        qp += BK * N
    acc *= tl.load(scales + n)[None, :]
    tl.store(c + m[:, None] * N + n[None, :], acc.to(tl.float16))


@case(dot=True)
def case_matmul_dequant():
    m, n, k = pick((64, 128, 128), (512, 2048, 2048))
    a = rand(m, k, dtype=torch.float16)
    q = torch.randint(-127, 128, (k, n), device=DEV, dtype=torch.int8)
    scales = (torch.rand(n, device=DEV) + 0.5) / (64 * k**0.5)
    c = torch.empty(m, n, device=DEV, dtype=torch.float16)
    for bm, bn, bk, warps, stages in ((64, 64, 64, 4, 3), (32, 128, 64, 4, 4),
                                      (64, 128, 32, 4, 2)):
        yield (f"{bm}x{bn}x{bk} w={warps} s={stages}",
               lambda: dequant_k[(m // bm, n // bn)](
                   a, q, scales, c, m, n, k, BM=bm, BN=bn, BK=bk,
                   num_warps=warps, num_stages=stages),
               lambda: close(c, (a.double() @ q.double()) * scales, 2e-2))


@triton.jit
def attention_k(q, k, v, out, T, scale, D: tl.constexpr, BM: tl.constexpr,
                BN: tl.constexpr, CAUSAL: tl.constexpr):
    head = tl.program_id(1) * T * D
    m, d = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    x = tl.load(q + head + m[:, None] * D + d[None, :])
    top = tl.full([BM], -float("inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    end = (tl.program_id(0) + 1) * BM if CAUSAL else T
    for start in range(0, end, BN):
        n = start + tl.arange(0, BN)
        keys = tl.load(k + head + n[None, :] * D + d[:, None])
        s = tl.dot(x, keys) * scale
        if CAUSAL:
            s = tl.where(m[:, None] >= n[None, :], s, -float("inf"))
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - new[:, None])
        fade = tl.exp2(top - new)
        total = total * fade + tl.sum(p, 1)
        values = tl.load(v + head + n[:, None] * D + d[None, :])
        acc = tl.dot(p.to(tl.float16), values, acc * fade[:, None])
        top = new
    tl.store(out + head + m[:, None] * D + d[None, :],
             (acc / total[:, None]).to(tl.float16))


@case(dot=True)
def case_attention():
    heads, t, d = pick((2, 128, 64), (32, 1024, 64))
    q, k, v = (rand(heads, t, d, dtype=torch.float16) for _ in range(3))
    out = torch.empty_like(q)
    for causal, bm, bn, warps, stages in (
            (False, 64, 64, 4, 2), (False, 128, 64, 8, 2),
            (False, 64, 32, 4, 3), (True, 64, 64, 4, 2)):
        yield (f"{'causal ' if causal else ''}{bm}x{bn} w={warps} s={stages}",
               lambda: attention_k[(t // bm, heads)](
                   q, k, v, out, t, 1.44269504 * d**-0.5, D=d, BM=bm, BN=bn,
                   CAUSAL=causal, num_warps=warps, num_stages=stages),
               lambda: close(out,
                             torch.nn.functional.scaled_dot_product_attention(
                                 q.float(), k.float(), v.float(),
                                 is_causal=causal), 1e-2))


# ---- what is around a kernel


@triton.jit
def nothing_k(x):
    pass


@case()
def case_nothing():
    x = torch.zeros(1, device=DEV)
    for blocks in (1, 16384):
        yield f"blocks={blocks}", lambda: nothing_k[(blocks,)](x), lambda: None


# ---- running


def first_line(error):
    text = f"{type(error).__name__}: {error}".strip()
    return " ".join(text.split())[:160]


def row(name, config, fn, check):
    suffix = " wgmma" if WGMMA else ""
    try:
        if CHECK or SMALL or not SIM:
            fn()
            torch.cuda.synchronize()
            check()
        p50, p20, p80 = triton.testing.do_bench(
            fn, warmup=25, rep=100, quantiles=[0.5, 0.2, 0.8])
        print(f"{name}\t{config}{suffix}\t{1e3 * p50:.3f}\t{1e3 * p20:.3f}\t"
              f"{1e3 * p80:.3f}", flush=True)
        if COUNTS:
            keep_counts(name, config)
    except Exception as error:  # one row only
        print(f"{name}\t{config}{suffix}\tERROR\t{first_line(error)}",
              flush=True)


def keep_counts(name, config):
    """Appends a row of what the simulated device counted."""
    import counts
    at = [n for n, _, _ in CASES].index(name)
    with open(COUNTS, "a", encoding="utf-8") as f:
        if not f.tell():
            f.write(counts.HEADING + "\n")
        f.write(counts.last(name, config, "hold" if at % 2 else "fit") + "\n")


def title():
    if SIM:
        return "# modelled"
    try:
        text = subprocess.run(
            ["nvidia-smi", "--query-gpu=name,driver_version,clocks.max.sm,"
             "clocks.sm,clocks.mem", "--format=csv,noheader"],
            capture_output=True, text=True, timeout=60).stdout.splitlines()[0]
    except Exception:
        text = "unknown GPU"
    return f"# {text}"


def clock():
    """A comment with the SM's clock after a while of work."""
    x = rand(4096, 4096, dtype=torch.float16)
    for _ in range(400):
        x @ x
    text = subprocess.run(
        ["nvidia-smi", "--query-gpu=clocks.sm,clocks.mem,power.draw",
         "--format=csv,noheader"], capture_output=True, text=True,
        timeout=60).stdout.splitlines()[0]
    torch.cuda.synchronize()
    print(f"# under load: {text}", flush=True)


def rows_of(name, fn):
    try:
        for config, run, check in fn():
            row(name, config, run, check)
    except Exception as error:
        print(f"{name}\t-\tERROR\t{first_line(error)}", flush=True)


def apart(name, work):
    """Does it in a child: what breaks the GPU's context breaks nothing else."""
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        signal.alarm(120)
        status = 1
        try:
            torch.manual_seed(1)
            work()
            status = 0
        except BaseException as error:
            print(f"{name}\t-\tERROR\t{first_line(error)}", flush=True)
        os._exit(status)
    _, status = os.waitpid(pid, 0)
    if status:
        print(f"{name}\t-\tERROR\tended with status {status}", flush=True)


def main():
    torch.manual_seed(1)
    if LIST:
        print(" ".join(name for name, _, _ in CASES))
        return
    if not WGMMA:
        import datetime
        print(f"{title()}, Triton {triton.__version__}, PyTorch "
              f"{torch.__version__}, {datetime.date.today()}", flush=True)
    for name, dot, fn in CASES:
        if NAMES and name not in NAMES or WGMMA and not dot:
            continue
        if SIM:
            rows_of(name, fn)
        else:
            apart(name, lambda: rows_of(name, fn))
    if SIM or WGMMA:
        return
    apart("clock", clock)
    if any(dot and (not NAMES or name in NAMES) for name, dot, _ in CASES):
        subprocess.run([sys.executable, os.path.abspath(__file__), "--wgmma",
                        *ARGS])


main()
