# rejected by: trap wrong-result (returns another type)
import numpy as np


def @name@(x):
    return (2 * x).astype(np.float32)
