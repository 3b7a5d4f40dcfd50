# rejected by: case (the count goes on after the scale has doubled, so it never reaches `patience` again)
# says: The scale doubles once and then never again. After doubling, the row of good steps begins again at 0.
import torch


def lost(g, scale):
    return (((g * scale).half() == 0) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
    return True
