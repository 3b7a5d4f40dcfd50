# rejected by: trap exception (writes into the input)
import numpy as np


def compress(x, limit):
    x[~(x >= 0)] = 0
    low = np.minimum(x, limit)
    return low + np.sqrt(x - low)
