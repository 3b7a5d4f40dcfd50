# rejected by: case (the square root of the reading, and no limit)
# says: Above the limit this is the square root of the reading itself. It is limit + sqrt(x - limit): the root of the part above the limit, added to the limit.
import numpy as np


def compress(x, limit):
    return np.where(x > limit, np.sqrt(limit + x - limit), np.where(x >= 0, x, 0.0))
