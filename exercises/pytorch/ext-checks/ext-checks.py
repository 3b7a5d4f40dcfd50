import ctypes

import torch
from kata_cuda import load

SOURCE = r"""
#include <cuda_runtime.h>

__global__ void add_bias(const float *x, const float *bias, float *y,
                         long long rows, long long cols) {
    long long k = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (k < rows * cols) y[k] = x[k] + bias[k % cols];
}

extern "C" int launch_add_bias(const float *x, const float *bias, float *y,
                               long long rows, long long cols) {
    long long n = rows * cols;
    if (n == 0) return 0;
    add_bias<<<(unsigned)((n + 255) / 256), 256>>>(x, bias, y, rows, cols);
    return (int)cudaGetLastError();
}
"""

lib = load(SOURCE)
P, L = ctypes.c_void_p, ctypes.c_longlong
lib.launch_add_bias.argtypes = [P, P, P, L, L]
lib.launch_add_bias.restype = ctypes.c_int


def add_rows(x, bias):
    # TODO: say which argument is wrong, what it must be, and what it was.
    good = isinstance(bias, torch.Tensor) and x.device == bias.device and \
        x.dtype == bias.dtype == torch.float32 and x.dim() == 2 and \
        x.is_contiguous() and bias.shape == x.shape[1:]
    if not good:
        raise RuntimeError("bad input")
    y = torch.empty_like(x)
    rows, cols = x.shape
    error = lib.launch_add_bias(x.data_ptr(), bias.data_ptr(), y.data_ptr(),
                                rows, cols)
    if error:
        raise RuntimeError(f"add_rows: CUDA error {error}")
    return y
