# rejected by: case (x is not added at the end)
# says: `x` is not added at the end.
import torch


def block(x, w, b):
    mean = x.mean(-1, keepdim=True)
    var = ((x - mean) ** 2).mean(-1, keepdim=True)
    h = (x - mean) / torch.sqrt(var + 1e-5) * w + b
    inner = 0.7978845608 * (h + 0.044715 * h ** 3)
    # No check in the middle: whoever gets y can look for NaN in it.
    return 0.5 * h * (1 + torch.tanh(inner))


def build(backend):
    # dynamic: the number of rows is a name in the graph, and not a constant.
    return torch.compile(block, backend=backend, dynamic=True)


def difference(step, batches, w, b):
    worst = 0.0
    for x in batches:
        worst = max(worst, (step(x, w, b) - block(x, w, b)).abs().max().item())
    return worst
