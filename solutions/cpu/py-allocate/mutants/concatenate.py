# rejected by: gate peak_memory (all parts and the result exist at once)
import numpy as np


def balances(moves, starts):
    parts = [np.empty(0)]
    for k in range(len(starts) - 1):
        part = np.zeros(starts[k + 1] - starts[k] + 1)
        np.cumsum(moves[starts[k]:starts[k + 1]], out=part[1:])
        parts.append(part)
    return np.concatenate(parts)
