# rejected by: case missing readings (0 * NaN and 0 * infinity are NaN)
# says: A mask is used as a factor, and 0 * NaN and 0 * infinity are NaN. np.where(mask, a, b) takes a or b, and the other one leaves no trace.
import numpy as np


def compress(x, limit):
    bad = np.isnan(x) | (x < 0)
    big = x > limit
    small = ~bad & ~big
    return small * x + big * (limit + np.sqrt(np.abs(x - limit))) + bad * 0.0
