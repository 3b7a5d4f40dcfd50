# rejected by: case (the fact own: keeps x and w as they are, in 32 bits, and quantises them again)
import math

import torch

E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2


def make_states(window):
    """Digits for what goes forward, range for what comes back."""
    return {name: {"dtype": dtype, "window": window, "scale": 1.0, "amax": []}
            for name, dtype in (("x", E4M3), ("w", E4M3), ("g", E5M2))}


def quantise(x, state):
    scale, most = state["scale"], torch.finfo(state["dtype"]).max
    # Larger than ever before: the largest number, neither infinity nor NaN.
    q = (x * scale).clamp(-most, most).to(state["dtype"])
    # The next call uses it. This one does not wait for its own maximum.
    state["amax"].append(x.abs().max().item())
    del state["amax"][:-state["window"]]
    largest = max(state["amax"])
    if largest > 0:
        state["scale"] = 2.0 ** math.floor(math.log2(most / largest))
    return q, 1 / scale


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, states):
        qx, ix = quantise(x, states["x"])
        qw, iw = quantise(w, states["w"])
        ctx.x, ctx.w = x, w
        ctx.inverses, ctx.state = (ix, iw), states["g"]
        return (qx.float() @ qw.float().T) * (ix * iw)

    @staticmethod
    def backward(ctx, g):
        ix, iw = ctx.inverses
        qx, qw = ((t.detach() / i).clamp(-448, 448).to(E4M3) for t, i in ((ctx.x, ix), (ctx.w, iw)))
        qg, ig = quantise(g, ctx.state)
        qg = qg.float()
        dx = (qg @ qw.float()) * (ig * iw)
        dw = (qg.T @ qx.float()) * (ig * ix)
        return dx, dw, None


def linear(x, w, states):
    return Linear.apply(x, w, states)
