# TODO(author): one line, what this file computes: y = 2 * x.
#
# The stub runs, and fails for the right reason: a wrong result, or one that is too
# slow.
import numpy as np


def @name@(x):
    # TODO: say what is left to the learner.
    return np.zeros_like(x)
