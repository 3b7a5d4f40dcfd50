# rejected by: case (cuts large readings off at the limit)
import numpy as np


def compress(x, limit):
    # Comparisons with NaN are false, so one of them takes out both sorts of
    # invalid readings.
    valid = np.where(x >= 0, x, 0.0)
    # At and below the limit the square root is of 0.
    low = np.minimum(valid, limit)
    return low
