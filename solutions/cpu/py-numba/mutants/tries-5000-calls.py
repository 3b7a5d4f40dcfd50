# rejected by: case (tries up to 5000 calls, and then says that it never pays)
import statistics

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def collatz(start):
    n = len(start)
    steps = np.zeros(n, dtype=np.int32)
    total = 0
    for i in prange(n):
        x = np.int64(start[i])
        count = 0
        while x != 1:
            if x & 1:
                x = 3 * x + 1
            else:
                x >>= 1
            count += 1
        steps[i] = count
        total += count
    return steps, total


def first_and_later(f, x, clock, repeats):
    t = clock()
    f(x)
    first = clock() - t
    later = []
    for _ in range(repeats):
        t = clock()
        f(x)
        later.append(clock() - t)
    return first, statistics.median(later)


def calls_to_pay(plain, first, later):
    interpreted, compiled = plain, first
    for calls in range(1, 5001):
        if compiled < interpreted:
            return calls
        interpreted += plain
        compiled += later
    return 0


def enough_threads(times, percent):
    for t in range(1, len(times)):
        if times[t] * 100 > times[t - 1] * (100 - percent):
            return t
    return len(times)
