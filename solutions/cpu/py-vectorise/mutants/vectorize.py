# rejected by: gate bytecodes (np.vectorize calls the function once per element)
import numpy as np


def one(v, limit):
    if not v >= 0:
        return 0.0
    return v if v <= limit else limit + np.sqrt(v - limit)


def compress(x, limit):
    return np.vectorize(one, otypes=[float])(x, limit)
