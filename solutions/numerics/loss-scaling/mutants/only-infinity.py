# rejected by: case (NaN is taken for a number)
# says: NaN passes the check for infinity, and the step is taken. An element that is not finite is an infinity or NaN.
import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


def step(state, w, grad, rate):
    if torch.isinf(grad).any():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
