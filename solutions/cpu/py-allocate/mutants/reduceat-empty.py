# rejected by: case (reduceat of an account without moves)
# says: np.add.reduceat does not give 0 for an account without moves: where a part is empty, it gives the one element at its beginning.
import numpy as np


def balances(moves, starts):
    # no loop at all: put minus the account's total where the next one begins
    n, m = len(moves), len(starts) - 1
    result = np.zeros(n + m)
    is_move = np.ones(n + m, dtype=bool)
    heads = starts[:-1] + np.arange(m)
    is_move[heads] = False
    result[is_move] = moves
    totals = np.add.reduceat(np.append(moves, 0), starts[:-1])
    result[heads[1:]] = -totals[:-1]
    return np.cumsum(result, out=result)
