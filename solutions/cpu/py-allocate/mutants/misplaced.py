# rejected by: case (forgets the zeros of the accounts before)
import numpy as np


def balances(moves, starts):
    accounts = len(starts) - 1
    result = np.empty(len(moves) + accounts)
    # Plain integers: an element of an array is an object of NumPy's, and slow.
    ends = starts.tolist()
    for k in range(accounts):
        first, last = ends[k], ends[k + 1] + 1
        result[first] = 0.0
        np.cumsum(moves[ends[k]:ends[k + 1]], out=result[first + 1:last])
    return result
