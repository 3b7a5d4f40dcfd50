# rejected by: case (an index that comes twice in totals[bins] += v is added to once)
# says: Each bin has the sum of one reading alone. totals[bins] += v adds once to each bin, also where an index comes several times. np.bincount(bins, weights=v, minlength=m + 1) or np.add.at adds every one.
# hot: find_bin
# cause: linear-search
import numpy as np


def neighbours(x):
    padded = np.concatenate((x[:1], x, x[-1:]))
    return padded[:-2] + padded[1:-1] + padded[2:]


def report(x, edges):
    v = neighbours(x)
    bins = np.searchsorted(edges, v, side="right")
    totals, counts = np.zeros(len(edges) + 1), np.zeros(len(edges) + 1)
    totals[bins] += v
    counts[bins] += 1
    return bins, totals / np.maximum(counts, 1)
