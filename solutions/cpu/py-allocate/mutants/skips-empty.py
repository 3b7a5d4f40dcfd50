# rejected by: case (an account without moves is passed over, and its 0 is not written)
import numpy as np


def balances(moves, starts):
    accounts = len(starts) - 1
    result = np.empty(len(moves) + accounts)
    # Plain integers: an element of an array is an object of NumPy's, and slow.
    ends = starts.tolist()
    for k in range(accounts):
        first, last = ends[k] + k, ends[k + 1] + k + 1
        if ends[k] == ends[k + 1]:
            continue
        result[first] = 0.0
        np.cumsum(moves[ends[k]:ends[k + 1]], out=result[first + 1:last])
    return result
