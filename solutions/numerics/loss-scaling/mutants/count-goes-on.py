# rejected by: case (the row does not begin again after the scale has doubled)
# says: The scale doubles in every step once the row is long enough. After doubling, the row of good steps begins again at 0.
import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] >= state["patience"]:
        state["scale"] *= 2
    return True
