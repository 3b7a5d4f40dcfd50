# rejected by: case (w is not changed in place)
# says: w itself stays as it was: w = w - ... makes a new tensor, which the caller does not see. Change w in place.
import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w = w - rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
