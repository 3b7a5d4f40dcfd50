# rejected by: case (lost() counts without the scale)
# says: lost() counts what becomes 0 in g.half(). Multiply by scale first and convert then: a g that has become 0 is not saved by a scale.
import torch


def lost(g, scale):
    return ((g != 0) & (g.half() == 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        return False
    w -= rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
