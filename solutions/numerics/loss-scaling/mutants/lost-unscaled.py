# rejected by: case (lost() counts without the scale)
# says: lost() counts what becomes 0 without the scale. Count the zeros of (g * scale).half() as it is: multiply by scale before .half(), and do not divide after it.
import torch


def lost(g, scale):
    return ((g != 0) & (g.half() == 0)).sum().item()


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
