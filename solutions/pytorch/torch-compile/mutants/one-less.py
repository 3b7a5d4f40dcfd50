# rejected by: case (the variance is divided by cols - 1)
# says: The variance is divided by cols - 1. In the stub it is the mean of the squares, divided by cols.
import torch


def block(x, w, b):
    mean = x.mean(-1, keepdim=True)
    var = x.var(-1, keepdim=True)
    h = (x - mean) / torch.sqrt(var + 1e-5) * w + b
    inner = 0.7978845608 * (h + 0.044715 * h ** 3)
    # No check in the middle: whoever gets y can look for NaN in it.
    return x + 0.5 * h * (1 + torch.tanh(inner))


def build(backend):
    # dynamic: the number of rows is a name in the graph, and not a constant.
    return torch.compile(block, backend=backend, dynamic=True)


def difference(step, batches, w, b):
    worst = 0.0
    for x in batches:
        worst = max(worst, (step(x, w, b) - block(x, w, b)).abs().max().item())
    return worst
