# rejected by: case (divides by the number of readings in an empty bin)
# says: In an empty bin the sum is divided by 0 readings. Its mean is 0.
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
    totals = np.bincount(bins, weights=v, minlength=n)
    return totals / np.bincount(bins, minlength=n)


def report(x, edges):
    v = neighbours(x)
    bins = classify(v, edges)
    return bins, average(v, bins, len(edges) + 1)
