# TODO: no more than `part` samples at a time, and the same gradients.
import torch.nn.functional as F


def accumulate(model, x, y, part):
    loss = F.mse_loss(model(x), y)
    loss.backward()
    return loss.detach()
