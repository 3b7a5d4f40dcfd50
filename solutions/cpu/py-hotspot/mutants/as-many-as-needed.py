# rejected by: trap wrong-result (no means for empty bins at the end)
# hot: find_bin
# cause: linear-search
import numpy as np


def neighbours(x):
    padded = np.concatenate((x[:1], x, x[-1:]))
    return padded[:-2] + padded[1:-1] + padded[2:]


def classify(v, edges):
    # The edges rise: a binary search for all of v at once, in compiled code.
    return np.searchsorted(edges, v, side="right")


def average(v, bins, n):
    totals = np.bincount(bins, v)
    counts = np.bincount(bins)
    return totals / np.maximum(counts, 1)


def report(x, edges):
    v = neighbours(x)
    bins = classify(v, edges)
    return bins, average(v, bins, len(edges) + 1)
