# rejected by: case (a step with infinities is taken with other numbers in their place)
# says: A gradient with an infinity or NaN changes w. Such a step is skipped as a whole.
import torch


def lost(g, scale):
    return (((g * scale).half() == 0) & (g != 0)).sum().item()


def step(state, w, grad, rate):
    if not torch.isfinite(grad).all():
        state["scale"] /= 2
        state["good"] = 0
        w -= rate * torch.nan_to_num(grad.float()) / state["scale"]
        return False
    w -= rate * grad.float() / state["scale"]
    state["good"] += 1
    if state["good"] == state["patience"]:
        state["scale"] *= 2
        state["good"] = 0
    return True
