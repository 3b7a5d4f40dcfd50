# TODO: the scale never changes, and a step with an infinity is taken.
import torch


def lost(g, scale):
    return ((g * scale).half() == 0).sum().item()


def step(state, w, grad, rate):
    w -= rate * grad.float() / state["scale"]
    return True
