# rejected by: trap wrong-result (a list is no array)
import numpy as np


def compress(x, limit):
    valid = np.where(x >= 0, x, 0.0)
    low = np.minimum(valid, limit)
    return list(low + np.sqrt(valid - low))
