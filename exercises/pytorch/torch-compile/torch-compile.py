# A block of small operators, and how it is compiled. What it returns is right.
#
# TODO: make one graph of block(), compile it once for all sizes, and write
# difference().
import torch


def block(x, w, b):
    mean = x.mean(-1, keepdim=True)
    var = ((x - mean) ** 2).mean(-1, keepdim=True)
    h = (x - mean) / torch.sqrt(var + 1e-5) * w + b
    if torch.isnan(h).any():
        raise ValueError("h is not a number")
    inner = 0.7978845608 * (h + 0.044715 * h ** 3)
    return x + 0.5 * h * (1 + torch.tanh(inner))


def build(backend):
    return torch.compile(block, backend=backend, dynamic=False)


def difference(step, batches, w, b):
    return 0.0
