# rejected by: case (takes the size of a negative reading instead of 0)
import numpy as np


def compress(x, limit):
    # Comparisons with NaN are false, so one of them takes out both sorts of
    # invalid readings.
    valid = np.nan_to_num(np.abs(x), posinf=np.inf)
    # At and below the limit the square root is of 0.
    low = np.minimum(valid, limit)
    return low + np.sqrt(valid - low)
