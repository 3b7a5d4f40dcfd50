# rejected by: case (one finite element is enough)
# says: A step is taken although some elements are infinite or NaN: all of them must be finite.
import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).any():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
