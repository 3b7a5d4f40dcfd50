import math

import torch

E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2


def make_states(window):
    # TODO: which of the three needs range more than digits?
    return {name: {"dtype": E4M3, "window": window, "scale": 1.0, "amax": []}
            for name in ("x", "w", "g")}


def quantise(x, state):
    # TODO: this scale is 1 for ever.
    return (x * state["scale"]).to(state["dtype"]), 1 / state["scale"]


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, states):
        # TODO: multiply eight bits, and keep eight bits for backward().
        ctx.save_for_backward(x, w)
        return x @ w.T

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g @ w, g.T @ x, None


def linear(x, w, states):
    return Linear.apply(x, w, states)
