# rejected by: gate speedup (one append in place of two, and still m copies)
import numpy as np


def balances(moves, starts):
    result = np.empty(0)
    for k in range(len(starts) - 1):
        part = np.cumsum(moves[starts[k]:starts[k + 1]])
        result = np.concatenate((result, [0.0], part))
    return result
