# rejected by: case (counts only one of the zeros that come before an account's sums)
# says: The part of account k begins where its moves begin in `moves`. In the result k zeros of earlier accounts come before it, so it begins at starts[k] + k.
import numpy as np


def balances(moves, starts):
    result = np.zeros(len(moves) + len(starts) - 1)
    ends = starts.tolist()
    for k in range(len(ends) - 1):
        result[ends[k] + 1:ends[k + 1] + 1] = np.cumsum(moves[ends[k]:ends[k + 1]])
    return result
