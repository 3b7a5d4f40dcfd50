# rejected by: case (takes the mean of the later calls)
# says: The later time is the mean of the calls. One disturbed call moves a mean; the median of the single times is required, so each call needs a time of its own.
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
    return first, sum(timed(f, x, clock) for _ in range(repeats)) / repeats


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
