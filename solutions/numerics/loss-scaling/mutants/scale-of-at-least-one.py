# rejected by: case below 1 (the scale does not fall below 1)
# says: The scale is held at 1. It is halved below 1 as well: gradients that are too large for half precision need that.
import torch


def lost(g, scale):
    return (((g * scale).half() == 0) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] = max(1.0, state["scale"] / 2)
        state["good"] = 0
        return False
    w -= rate * (grad.float() / state["scale"])
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
