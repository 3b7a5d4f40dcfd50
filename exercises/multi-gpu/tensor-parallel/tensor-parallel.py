import torch
import torch.nn.functional as F


# TODO: right, and wasteful. Every rank keeps all weights, and does all work.
def split(rank, ranks, w1, b1, w2, b2):
    return w1, b1, w2, b2


def mlp(dist, x, w1, b1, w2, b2):
    return F.gelu(x @ w1 + b1) @ w2 + b2
