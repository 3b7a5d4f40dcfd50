# rejected by: gate bytecodes (improves the loop that is easy to see)
# hot: find_bin
# cause: linear-search
import numpy as np


def neighbours(x):
    padded = np.concatenate((x[:1], x, x[-1:]))
    return padded[:-2] + padded[1:-1] + padded[2:]


def find_bin(v, edges):
    for i, edge in enumerate(edges):
        if v < edge:
            return i
    return len(edges)


def classify(v, edges):
    bins = np.empty(len(v), np.int64)
    for i in range(len(v)):
        bins[i] = find_bin(v[i], edges)
    return bins


def average(v, bins, n):
    totals = np.bincount(bins, weights=v, minlength=n)
    return totals / np.maximum(np.bincount(bins, minlength=n), 1)


def report(x, edges):
    v = neighbours(x)
    bins = classify(v, edges)
    return bins, average(v, bins, len(edges) + 1)
