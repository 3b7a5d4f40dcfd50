# rejected by: case (adds the input to the result of each segment, as the blocks do themselves)
# says: The result of a segment is added to its input. A block adds its own input already: run() only calls the blocks one after the other.
import math

from torch.nn import Sequential
from torch.utils.checkpoint import checkpoint


def run(blocks, x):
    # d / s inputs and s blocks of activations: the sum is smallest at the root.
    size = round(math.sqrt(len(blocks)))
    for first in range(0, len(blocks), size):
        segment = Sequential(*blocks[first:first + size])
        x = x + checkpoint(segment, x, use_reentrant=False)
    return x
