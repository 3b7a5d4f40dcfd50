# rejected by: case too large (looks for NaN in the new w, and finds no infinity)
import torch


def lost(g, scale):
    return (((g * scale).half() == 0) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    new = w - rate * (grad.float() / state["scale"])
    if torch.isnan(new).any():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w.copy_(new)
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
