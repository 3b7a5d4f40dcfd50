# rejected by: case below 1 (the scale is halved as a whole number: below 1 it is 0)
# says: The scale becomes 0 below 1: it is halved with //, which rounds down. Halve it with /.
import torch


def lost(g, scale):
    return (((g * scale).half() == 0) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] //= 2
        state["good"] = 0
        return False
    w -= rate * (grad.float() / state["scale"])
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
