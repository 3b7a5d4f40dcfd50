# rejected by: case (the scale stays in the step)
# says: The gradient is still scale times too large in the step. Divide by the scale before w changes.
import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * grad.float()
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
