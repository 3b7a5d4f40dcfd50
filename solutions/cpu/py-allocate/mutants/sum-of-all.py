# rejected by: case (cuts the running sum of all moves into parts)
# says: An account's sums begin with what all accounts before it have added up to. Each account begins at 0: take the sum of its own moves, or subtract what came before.
import numpy as np


def balances(moves, starts):
    result = np.zeros(len(moves) + len(starts) - 1)
    total = np.cumsum(moves)
    ends = starts.tolist()
    for k in range(len(ends) - 1):
        result[ends[k] + k + 1:ends[k + 1] + k + 1] = total[ends[k]:ends[k + 1]]
    return result
