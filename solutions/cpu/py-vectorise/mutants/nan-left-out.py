# rejected by: case missing readings (every comparison with NaN is false, so no mask covers it)
# says: Where x is NaN nothing is stored: every comparison with NaN is false, so none of the masks covers it. What is there is left from before.
import numpy as np


def compress(x, limit):
    used = np.full(x.shape, 7.0)
    del used  # np.empty may get its memory, with what was there
    y = np.empty_like(x)
    negative, small, large = x < 0, (x >= 0) & (x <= limit), x > limit
    y[negative] = 0.0
    y[small] = x[small]
    y[large] = limit + np.sqrt(x[large] - limit)
    return y
