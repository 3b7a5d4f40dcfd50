# rejected by: gate peak_memory (a list of Python's numbers first)
import numpy as np


def balances(moves, starts):
    numbers = []
    for k in range(len(starts) - 1):
        numbers.append(0.0)
        numbers += np.cumsum(moves[starts[k]:starts[k + 1]]).tolist()
    return np.array(numbers, dtype=float)
