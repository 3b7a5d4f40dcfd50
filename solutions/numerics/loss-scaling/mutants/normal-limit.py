# rejected by: case tiny (denormal halves count as lost)
# says: lost() counts denormal numbers, from 2^-14 down to 2^-24. They have fewer digits, but are not 0. Let .half() decide.
import torch


def lost(g, scale):
    return ((g.abs() * scale < torch.finfo(torch.half).tiny) & (g != 0)).sum().item()


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
