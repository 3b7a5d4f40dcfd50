import numpy as np
from numba import njit, prange


def collatz(start):
    # TODO: right, and slow: some ten objects of Python for each step.
    # Have Numba compile this function, and share the outer loop among threads.
    n = len(start)
    steps = np.zeros(n, dtype=np.int32)
    total = 0
    for i in range(n):
        x = int(start[i])
        count = 0
        while x != 1:
            x = 3 * x + 1 if x % 2 else x // 2
            count += 1
        steps[i] = count
        total += count
    return steps, total


def first_and_later(f, x, clock, repeats):
    # TODO: the time of the first call f(x), and the median of `repeats` more.
    return 0.0, 0.0


def calls_to_pay(plain, first, later):
    # TODO: the least number of calls that take less time compiled, or 0.
    return 0


def enough_threads(times, percent):
    # TODO: how many threads, until one more saves less than `percent` percent?
    return 0
