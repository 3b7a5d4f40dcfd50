# A colleague's program, which is right and too slow. It takes the sums of three
# neighbours, finds the bin of each, and averages every bin.
#
# TODO: profile it, answer, and remove what is hottest.
#
# Which function has the largest time of its own? One of
#   neighbours, find_bin, classify, average, report
# hot:
#
# Why? One of
#   linear-search   each call looks at half of the edges on average
#   allocation      each call makes an array
#   many-calls      it does little, but is called for every reading
#   conversion      each call turns an array into a list
# cause:
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
    totals, counts = [0.0] * n, [0] * n
    for value, bin in zip(v.tolist(), bins.tolist()):
        totals[bin] += value
        counts[bin] += 1
    return np.array([t / max(c, 1) for t, c in zip(totals, counts)])


def report(x, edges):
    v = neighbours(x)
    bins = classify(v, edges)
    return bins, average(v, bins, len(edges) + 1)
