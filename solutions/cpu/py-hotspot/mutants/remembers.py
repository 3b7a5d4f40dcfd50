# rejected by: gate bytecodes (keeps the bins of sums that it has seen, and few come twice)
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
    seen = {}
    for i in range(len(v)):
        if v[i] not in seen:
            seen[v[i]] = find_bin(v[i], edges)
        bins[i] = seen[v[i]]
    return bins


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
