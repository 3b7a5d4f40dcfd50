# rejected by: case (the first block of each segment is run in the one before, too)
# says: Segments overlap: blocks[first:last] ends before last, so one block more is run twice.
import math

from torch.nn import Sequential
from torch.utils.checkpoint import checkpoint


def run(blocks, x):
    # d / s inputs and s blocks of activations: the sum is smallest at the root.
    size = round(math.sqrt(len(blocks)))
    for first in range(0, len(blocks), size):
        segment = Sequential(*blocks[first:first + size + 1])
        x = checkpoint(segment, x, use_reentrant=False)
    return x
