# rejected by: gate peak_memory (room for twice as much, to be safe)
import numpy as np


def balances(moves, starts):
    accounts = len(starts) - 1
    result = np.empty(2 * (len(moves) + accounts))
    # Plain integers: an element of an array is an object of NumPy's, and slow.
    ends = starts.tolist()
    for k in range(accounts):
        first, last = ends[k] + k, ends[k + 1] + k + 1
        result[first] = 0.0
        np.cumsum(moves[ends[k]:ends[k + 1]], out=result[first + 1:last])
    return result[:len(moves) + accounts]
