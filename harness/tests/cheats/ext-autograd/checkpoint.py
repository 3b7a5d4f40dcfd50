# rejected by: trap wrong-result (the library computes again what the first line keeps)
import torch
from torch.utils.checkpoint import checkpoint


class Swish(torch.autograd.Function):  # not used
    @staticmethod
    def forward(ctx, x, b):
        return swish(x, b)

    @staticmethod
    def backward(ctx, g):
        return g, None


def plain(x, b):
    return x * torch.sigmoid(b * x)


def swish(x, b):
    # The library drops what the operators keep and computes it again.
    return checkpoint(plain, x, b, use_reentrant=False, preserve_rng_state=False)
