# rejected by: case (backward() quantises x and w again)
# says: backward() quantises x and w again, with scales that have moved on. Keep the q and the inverses of forward().
import math

import torch

E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2


def make_states(window):
    return {name: {"dtype": E5M2 if name == "g" else E4M3, "window": window,
                   "scale": 1.0, "amax": []} for name in ("x", "w", "g")}


def quantise(x, state):
    most = torch.finfo(state["dtype"]).max
    scale = state["scale"]
    q = (x * scale).clamp(-most, most).to(state["dtype"])
    state["amax"].append(x.abs().max().item())
    state["amax"] = state["amax"][-state["window"]:]
    largest = max(state["amax"])
    if largest > 0:
        state["scale"] = 2.0 ** math.floor(math.log2(most / largest))
    return q, 1 / scale


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, states):
        qx, ix = quantise(x, states["x"])
        qw, iw = quantise(w, states["w"])
        ctx.save_for_backward(x, w)
        ctx.states = states
        ctx.inverses = ix, iw
        ctx.state = states["g"]
        return (qx.float() @ qw.float().T) * (ix * iw)

    @staticmethod
    def backward(ctx, g):
        qx, qw = ctx.saved_tensors
        qx, ix = quantise(qx, ctx.states["x"])
        qw, iw = quantise(qw, ctx.states["w"])
        qg, ig = quantise(g, ctx.state)
        dx = (qg.float() @ qw.float()) * (ig * iw)
        dw = (qg.float().T @ qx.float()) * (ig * ix)
        return dx, dw, None


def linear(x, w, states):
    return Linear.apply(x, w, states)
