# baseline: the loop of the stub, element by element
import math

import numpy as np


def compress(x, limit):
    y = np.empty(len(x))
    for i in range(len(x)):
        v = x[i]
        if math.isnan(v) or v < 0:
            y[i] = 0.0
        elif v <= limit:
            y[i] = v
        else:
            y[i] = limit + math.sqrt(v - limit)
    return y
