# rejected by: case (gives up after 524 steps, the most below a million)
import statistics

import numpy as np
from numba import njit, prange

LONGEST = 524


@njit(parallel=True)
def collatz(start):
    n = len(start)
    steps = np.zeros(n, dtype=np.int32)
    total = 0
    for i in prange(n):
        x = np.int64(start[i])
        count = 0
        while x != 1 and count < LONGEST:
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
    if first < plain:
        return 1
    if later >= plain:
        return 0
    return (first - later) // (plain - later) + 1


def enough_threads(times, percent):
    for t in range(1, len(times)):
        if times[t] * 100 > times[t - 1] * (100 - percent):
            return t
    return len(times)
