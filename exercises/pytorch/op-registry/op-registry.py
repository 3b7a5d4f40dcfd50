import numpy as np
import torch


def kernel(x, weight, eps):
    """Stands for a kernel of yours: arrays in, new arrays out, row by row."""
    r = 1 / np.sqrt((x * x).mean(1) + np.float32(eps))
    y = np.empty(x.shape, np.float32)
    np.multiply(x * r[:, None], weight, out=y)
    return y, r.astype(np.float32)


# TODO: the operator practice::rms_rows, with its fake results and its gradient.


def layer(x, weight, eps):
    # Right without a gradient, and nothing that a compiler can take in.
    y, r = kernel(x.detach().numpy(), weight.detach().numpy(), eps)
    return torch.from_numpy(y)
