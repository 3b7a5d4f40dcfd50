# rejected by: case (sets a seed of its own for each segment)
# says: A seed is set for each segment, so the blocks draw other masks than those of the caller. Do not set a seed: checkpoint() keeps the state and puts it back.
import math

import torch

from torch.nn import Sequential
from torch.utils.checkpoint import checkpoint


def run(blocks, x):
    # d / s inputs and s blocks of activations: the sum is smallest at the root.
    size = round(math.sqrt(len(blocks)))
    for first in range(0, len(blocks), size):
        segment = Sequential(*blocks[first:first + size])
        torch.manual_seed(first)
        x = checkpoint(segment, x, use_reentrant=False)
    return x
