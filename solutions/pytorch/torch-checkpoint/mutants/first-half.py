# rejected by: gate peak_tensors (keeps all of the second half)
import math

from torch.nn import Sequential
from torch.utils.checkpoint import checkpoint


def run(blocks, x):
    # d / s inputs and s blocks of activations: the sum is smallest at the root.
    size = round(math.sqrt(len(blocks)))
    for first in range(0, len(blocks), size):
        segment = Sequential(*blocks[first:first + size])
        if first < len(blocks) // 2:
            x = checkpoint(segment, x, use_reentrant=False)
        else:
            x = segment(x)
    return x
