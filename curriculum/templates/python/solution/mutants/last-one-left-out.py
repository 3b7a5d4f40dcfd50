# rejected by: case n=1 (stops one element early)
import numpy as np


def @name@(x):
    y = np.zeros_like(x)
    y[:-1] = 2 * x[:-1]
    return y
