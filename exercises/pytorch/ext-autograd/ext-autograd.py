import torch


class Swish(torch.autograd.Function):
    # TODO: forward(ctx, x, b) and backward(ctx, g).
    pass


def swish(x, b):
    # Right, and it keeps more than it needs. TODO: Swish.apply(x, b)
    return x * torch.sigmoid(b * x)
