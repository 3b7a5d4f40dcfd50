import numpy as np


def balances(moves, starts):
    # TODO: every append makes a new array and copies all that there is. How long
    # is the result going to be?
    result = np.empty(0)
    for k in range(len(starts) - 1):
        part = moves[starts[k]:starts[k + 1]]
        result = np.append(result, 0.0)
        result = np.append(result, np.cumsum(part))
    return result
