"""Functions: libdevice and tl.math against torch."""

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def apply(x, out, N: tl.constexpr):
    at = tl.arange(0, N)
    v = tl.load(x + at)
    tl.store(out + at, libdevice.tanh(v))
    tl.store(out + N + at, libdevice.log1p(v))
    tl.store(out + 2 * N + at, libdevice.pow(v + 1, 2.5))
    tl.store(out + 3 * N + at, libdevice.asin(v / 2))
    tl.store(out + 4 * N + at, libdevice.lgamma(v + 1))
    tl.store(out + 5 * N + at, tl.erf(v))
    tl.store(out + 6 * N + at, tl.sin(v) * tl.cos(v))
    tl.store(out + 7 * N + at, tl.fma(v, v, tl.floor(4 * v)))
    tl.store(out + 8 * N + at, libdevice.fast_expf(v))
    tl.store(out + 9 * N + at, tl.sigmoid(v) + tl.sqrt_rn(v))


x = torch.rand(128, device="cuda")
out = torch.empty(10, 128, device="cuda")
apply[(1,)](x, out, N=128)
want = [x.tanh(), x.log1p(), (x + 1)**2.5, (x / 2).asin(), (x + 1).lgamma(),
        x.erf(), x.sin() * x.cos(), x * x + (4 * x).floor(), x.exp(),
        x.sigmoid() + x.sqrt()]
torch.testing.assert_close(out, torch.stack(want), rtol=1e-5, atol=1e-5)
