# rejected by: gate bytecodes (a comprehension is a loop)
import math

import numpy as np


def compress(x, limit):
    valid = np.where(x >= 0, x, 0.0).tolist()
    return np.array([v if v <= limit else limit + math.sqrt(v - limit)
                     for v in valid], dtype=float)
