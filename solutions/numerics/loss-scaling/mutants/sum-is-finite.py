# rejected by: case too large (the sum of the halves overflows where no element does)
# says: A step is skipped although all elements are finite: their sum in half precision is not. Ask each element: torch.isfinite(grad).all().
import torch


def lost(g, scale):
    return (((g * scale).half() == 0) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad.sum()):
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * (grad.float() / state["scale"])
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
