# rejected by: case missing readings (np.nan_to_num replaces infinity as well)
# says: np.nan_to_num replaces NaN by 0, and infinity by the largest number that fits. Here only NaN becomes 0: a comparison that NaN fails, such as x >= 0, chooses it.
import numpy as np


def compress(x, limit):
    x = np.nan_to_num(x)
    x = np.maximum(x, 0.0)
    low = np.minimum(x, limit)
    return low + np.sqrt(x - low)
