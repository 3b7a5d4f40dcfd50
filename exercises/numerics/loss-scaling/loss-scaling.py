# TODO: the scale never changes, and a step with an infinity is taken.
import torch


def lost(g, scale):
    return ((g * scale).half() == 0).sum().item()


class Scaler:
    def __init__(self, scale, patience):
        self.scale = scale
        self.patience = patience

    def step(self, w, grad, rate):
        w -= rate * grad.float() / self.scale
        return True
