import torch


def lost(g, scale):
    return ((g != 0) & ((g * scale).half() == 0)).sum().item()


class Scaler:
    def __init__(self, scale, patience):
        self.scale = scale
        self.patience = patience
        self.good = 0

    def step(self, w, grad, rate):
        if not torch.isfinite(grad).all():
            self.scale /= 2
            self.good = 0
            return False
        w -= rate * grad.float() / self.scale
        self.good += 1
        if self.good == self.patience:
            self.scale *= 2
            self.good = 0
        return True
