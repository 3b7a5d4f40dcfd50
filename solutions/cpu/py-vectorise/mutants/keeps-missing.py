# rejected by: case missing readings (np.maximum keeps NaN)
import numpy as np


def compress(x, limit):
    valid = np.maximum(x, 0)
    low = np.minimum(valid, limit)
    return low + np.sqrt(valid - low)
