# passes (names with umlauts)
"""Names in other alphabets; an object that can be called does the work."""
import functools
import operator

import numpy as np


class Verdichter:
    __slots__ = ("größe",)

    def __init__(self, größe=0.0):
        self.größe = größe

    def __call__(self, x, limit):
        with np.errstate(invalid="ignore"):
            gültig = np.nan_to_num(np.maximum(x, self.größe), nan=0.0, posinf=np.inf)
            return functools.reduce(operator.add, (
                np.minimum(gültig, limit), np.sqrt(np.maximum(gültig - limit, 0.0))))


def compress(x, limit):
    return Verdichter()(x, limit)
