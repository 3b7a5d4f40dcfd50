# rejected by: gate speedup (every reading is compared with every edge, by NumPy)
# The sums of three neighbours, the bin of each, and the average of every bin.
#
# hot: find_bin
# cause: linear-search
import numpy as np


def neighbours(x):
    padded = np.concatenate((x[:1], x, x[-1:]))
    return padded[:-2] + padded[1:-1] + padded[2:]


def classify(v, edges):
    # every reading with every edge, all at once: still the linear search, n * m comparisons
    return (edges[:, None] <= v[None, :]).sum(axis=0, dtype=np.int64)


def average(v, bins, n):
    hit = bins[None, :] == np.arange(n)[:, None]
    return (hit * v).sum(axis=1) / np.maximum(hit.sum(axis=1), 1)


def report(x, edges):
    v = neighbours(x)
    bins = classify(v, edges)
    return bins, average(v, bins, len(edges) + 1)
