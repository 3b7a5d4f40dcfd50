# rejected by: trap exception (an if on a whole array)
import numpy as np


def compress(x, limit):
    if len(x) and not x >= 0:
        return np.zeros(len(x))
    low = np.minimum(x, limit)
    return low + np.sqrt(x - low)
