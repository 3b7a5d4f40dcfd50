# rejected by: case tiny (what is below 2^-24 is counted, and .half() rounds the upper half of that up)
# says: lost() counts some that .half() still rounds up to 2^-24, its smallest number: only at 2^-25 and below the result is 0. Let .half() decide.
import torch


def lost(g, scale):
    return ((g.abs() * scale < 2.0 ** -24) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * (grad.float() / state["scale"])
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
