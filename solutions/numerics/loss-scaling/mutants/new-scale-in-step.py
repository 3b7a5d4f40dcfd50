# rejected by: case (divides by the scale that was already doubled)
# says: The gradient was made with the scale before it doubled. Divide by that one: take the step first, then change the scale.
import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    w -= rate * grad.float() / state["scale"]
    return True
