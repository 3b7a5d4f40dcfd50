# rejected by: case (goes on from the last account's balance)
# says: An account goes on from the balance of the one before it. Each account begins at 0.
import numpy as np


def balances(moves, starts):
    accounts = len(starts) - 1
    result = np.empty(len(moves) + accounts)
    # Plain integers: an element of an array is an object of NumPy's, and slow.
    ends = starts.tolist()
    for k in range(accounts):
        first, last = ends[k] + k, ends[k + 1] + k + 1
        result[first] = 0.0 if k == 0 else result[first - 1]
        np.cumsum(moves[ends[k]:ends[k + 1]], out=result[first + 1:last])
        result[first + 1:last] += result[first]
    return result
