import ctypes

import torch
from kata_cuda import load

SOURCE = r"""
#include <cuda_runtime.h>

// TODO: kernels for forward and backward, for float and double, and launchers.
"""

lib = load(SOURCE)


# TODO: practice::layer_norm(Tensor x, Tensor weight, Tensor bias, float eps)
# -> (Tensor, Tensor, Tensor): y, mean, rstd. Results without data, a gradient.


def layer(x, weight, bias, eps):
    # Right, with a dozen kernels on a GPU, none of them yours.
    d = x - x.mean(1, keepdim=True)
    return d * torch.rsqrt((d * d).mean(1, keepdim=True) + eps) * weight + bias
