# rejected by: gate operators (a checkpoint for each block, inside of the segments)
import math

from torch.utils.checkpoint import checkpoint


def run(blocks, x):
    # d / s inputs and s blocks of activations: the sum is smallest at the root.
    size = round(math.sqrt(len(blocks)))
    inner = [lambda x, b=b: checkpoint(b, x, use_reentrant=False)
             for b in blocks]

    def chain(functions):
        def run_all(x):
            for f in functions:
                x = f(x)
            return x
        return run_all

    for first in range(0, len(blocks), size):
        segment = chain(inner[first:first + size])
        x = checkpoint(segment, x, use_reentrant=False)
    return x
