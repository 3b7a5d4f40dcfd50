# rejected by: trap exception (each segment is computed again with the blocks of the last one)
import math

from torch.nn import Sequential
from torch.utils.checkpoint import checkpoint


def run(blocks, x):
    # d / s inputs and s blocks of activations: the sum is smallest at the root.
    size = round(math.sqrt(len(blocks)))
    for first in range(0, len(blocks), size):
        x = checkpoint(
            lambda t: Sequential(*blocks[first:first + size])(t), x, use_reentrant=False)
    return x
