# rejected by: trap exception | trap wrong-result (looks for the edges among the readings)
# hot: find_bin
# cause: linear-search
import numpy as np


def neighbours(x):
    padded = np.concatenate((x[:1], x, x[-1:]))
    return padded[:-2] + padded[1:-1] + padded[2:]


def classify(v, edges):
    # The edges rise: a binary search for all of v at once, in compiled code.
    return np.searchsorted(v, edges, side="right")


def average(v, bins, n):
    totals, counts = [0.0] * n, [0] * n
    for value, bin in zip(v.tolist(), bins.tolist()):
        totals[bin] += value
        counts[bin] += 1
    return np.array([t / max(c, 1) for t, c in zip(totals, counts)])


def report(x, edges):
    v = neighbours(x)
    bins = classify(v, edges)
    return bins, average(v, bins, len(edges) + 1)
