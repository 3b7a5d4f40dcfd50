# rejected by: trap exception | trap wrong-result | case (np.convolve has no empty input)
# hot: find_bin
# cause: linear-search
import numpy as np


def neighbours(x):
    return np.convolve(x, [1, 1, 1], "same")


def classify(v, edges):
    # The edges rise: a binary search for all of v at once, in compiled code.
    return np.searchsorted(edges, v, side="right")


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
