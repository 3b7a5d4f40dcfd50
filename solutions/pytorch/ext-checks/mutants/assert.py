# rejected by: trap wrong-result (assert in place of an exception)
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
DEVICE = "cpu"  # the simulated device's; "cuda" on a GPU


def check(name, value, dims):
    if not isinstance(value, torch.Tensor):
        raise TypeError(f"{name} must be a tensor, not {type(value).__name__}")
    if value.device.type != DEVICE:
        raise ValueError(f"{name} must be on {DEVICE}, and is on {value.device}")
    assert value.dtype == torch.float32, f"{name} must be float32, not {value.dtype}"
    if value.dim() != dims:
        raise ValueError(f"{name} must have {dims} dimension(s), and has shape "
                         f"{tuple(value.shape)}")
    if not value.is_contiguous():
        raise ValueError(f"{name} must be contiguous, and has strides "
                         f"{value.stride()}: pass {name}.contiguous()")


def add_rows(x, bias):
    check("x", x, 2)
    check("bias", bias, 1)
    if bias.shape[0] != x.shape[1]:
        raise ValueError(f"bias must have one element for each of the "
                         f"{x.shape[1]} columns of x, and has shape "
                         f"{tuple(bias.shape)}")
    y = torch.empty_like(x)
    error = lib.launch_add_bias(x.data_ptr(), bias.data_ptr(), y.data_ptr(),
                                *x.shape)
    if error:
        raise RuntimeError(f"add_rows: CUDA error {error}")
    return y
