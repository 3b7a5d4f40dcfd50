# rejected by: case (the 0 of an account comes after its balances, not before them)
import numpy as np


def balances(moves, starts):
    accounts = len(starts) - 1
    result = np.empty(len(moves) + accounts)
    # Plain integers: an element of an array is an object of NumPy's, and slow.
    ends = starts.tolist()
    for k in range(accounts):
        first, last = ends[k] + k, ends[k + 1] + k + 1
        result[last - 1] = 0.0
        np.cumsum(moves[ends[k]:ends[k + 1]], out=result[first:last - 1])
    return result
