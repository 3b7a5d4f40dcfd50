# rejected by: case (takes one of two middle times)
# says: Of an even number of times you take one of the two in the middle. The median is the mean of both.
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
    later = sorted(timed(f, x, clock) for _ in range(repeats))
    return first, later[repeats // 2]


def calls_to_pay(plain, first, later):
    if first < plain:
        return 1
    if later >= plain:
        return 0
    # k * plain > first + (k - 1) * later
    return (first - later) // (plain - later) + 1


def enough_threads(times, percent):
    for t in range(1, len(times)):
        if times[t] * 100 > times[t - 1] * (100 - percent):
            return t
    return len(times)
