# rejected by: gate bytecodes (a loop of the interpreter)
#
# TODO(author): four mutants or more, each a mistake that learners make, written
# as they would write it. The first line says what must catch it.
import numpy as np


def @name@(x):
    return np.array([2 * v for v in x], dtype=float)
