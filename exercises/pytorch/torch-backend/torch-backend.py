import torch


def rewrite(module, fused):
    # TODO: relu(a + b) becomes fused(a, b), where it may.
    return 0
