# rejected by: case (lost() divides by the scale again, in half precision)
import torch


def lost(g, scale):
    return (((g * scale).half() / scale == 0) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
