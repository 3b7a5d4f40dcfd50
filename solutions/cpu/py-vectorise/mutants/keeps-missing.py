# rejected by: case missing readings (np.maximum keeps NaN)
# says: A missing reading (NaN) stays NaN. It becomes 0: compare in a way that NaN fails.
import numpy as np


def compress(x, limit):
    valid = np.maximum(x, 0)
    low = np.minimum(valid, limit)
    return low + np.sqrt(valid - low)
