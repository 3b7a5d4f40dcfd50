# rejected by: case (the first move of each account is missing in its sums)
import numpy as np


def balances(moves, starts):
    accounts = len(starts) - 1
    result = np.empty(len(moves) + accounts)
    # Plain integers: an element of an array is an object of NumPy's, and slow.
    ends = starts.tolist()
    for k in range(accounts):
        first, last = ends[k] + k, ends[k + 1] + k + 1
        result[first] = 0.0
        result[first + 1:last] = np.cumsum(moves[ends[k]:ends[k + 1]])
        result[first + 1:last] -= moves[ends[k]] if ends[k] < len(moves) else 0
    return result
