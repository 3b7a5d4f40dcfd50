# rejected by: case (does not keep the state of the random numbers)
# says: The result is right and the gradients are not: the second run of a segment draws other masks than the first. Let checkpoint() keep the state of the random numbers.
import math

from torch.nn import Sequential
from torch.utils.checkpoint import checkpoint


def run(blocks, x):
    # d / s inputs and s blocks of activations: the sum is smallest at the root.
    size = round(math.sqrt(len(blocks)))
    for first in range(0, len(blocks), size):
        segment = Sequential(*blocks[first:first + size])
        x = checkpoint(segment, x, use_reentrant=False, preserve_rng_state=False)
    return x
