import ctypes

import torch
from kata_cuda import load

SOURCE = r"""
#include <cuda_runtime.h>

__global__ void axpb(const float *x, float a, float b, float *y, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + b;
}

// TODO: a launcher that ctypes can find by its name: extern "C".
"""

lib = load(SOURCE)  # the functions of SOURCE, compiled

# TODO: the types of its parameters and its result, and the operator
# practice::scale_shift with its results without data.


def layer(x, a, b):
    # Right, and no kernel of yours.
    return a * x + b
