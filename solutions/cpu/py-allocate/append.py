# baseline: np.append for every account
import numpy as np


def balances(moves, starts):
    result = np.empty(0)
    for k in range(len(starts) - 1):
        part = moves[starts[k]:starts[k + 1]]
        result = np.append(result, 0.0)
        result = np.append(result, np.cumsum(part))
    return result
