# rejected by: case (takes every step, and puts w back where it is no number any more)
import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


def step(state, w, grad, rate):
    before = w.clone()
    w -= rate * grad.float() / state["scale"]
    if not torch.isfinite(w).all():
        w.copy_(before)
        state["scale"] /= 2
        state["good"] = 0
        return False
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
