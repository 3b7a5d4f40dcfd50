# rejected by: case (looks on after a thread that is not worth it)
# says: The result is the last thread that saves enough. Stop at the first one that saves too little: later ones are not looked at.
from statistics import median

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
            x = 3 * x + 1 if x % 2 else x // 2
            count += 1
        steps[i] = count
        # A reduction: Numba gives each thread a total of its own.
        total += count
    return steps, total


def timed(f, x, clock):
    start = clock()
    f(x)
    return clock() - start


def first_and_later(f, x, clock, repeats):
    first = timed(f, x, clock)
    return first, median(timed(f, x, clock) for _ in range(repeats))


def calls_to_pay(plain, first, later):
    if first < plain:
        return 1
    if later >= plain:
        return 0
    # k * plain > first + (k - 1) * later
    return (first - later) // (plain - later) + 1


def enough_threads(times, percent):
    enough = 1
    for t in range(1, len(times)):
        if times[t] * 100 <= times[t - 1] * (100 - percent):
            enough = t + 1
    return enough
