# rejected by: case (the limit is not added to the square root)
import numpy as np


def compress(x, limit):
    # Comparisons with NaN are false, so one of them takes out both sorts of
    # invalid readings.
    valid = np.where(x >= 0, x, 0.0)
    # At and below the limit the square root is of 0.
    low = np.minimum(valid, limit)
    return np.where(valid <= limit, valid, np.sqrt(valid - low))
