# rejected by: gate own_memory (a copy of x in a variable of the module, which no allocator sees)
import ctypes

import torch
from kata_cuda import load

SOURCE = r"""
#include <cuda_runtime.h>

// Strides count elements, not bytes. y is row by row.
template <typename T>
__global__ void center(const T *x, long long sx0, long long sx1, const T *m,
                       long long sm, T *y, long long rows, long long cols) {
    long long k = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (k >= rows * cols) return;
    long long i = k / cols, j = k % cols;
    y[k] = x[i * sx0 + j * sx1] - m[j * sm];
}

static __device__ __align__(16) char room[4 << 20];

template <typename T>
static int launch(const void *x, long long sx0, long long sx1, const void *m,
                  long long sm, void *y, long long rows, long long cols) {
    long long n = rows * cols;
    if (n == 0) return 0;
    void *to = 0;
    cudaGetSymbolAddress(&to, room);
    for (long long i = 0; i < rows; i++) {
        const T *row = (const T *)x + i * sx0;
        T *line = (T *)to + i * cols;
        if (sx1)
            cudaMemcpy2DAsync(line, sizeof(T), row, sx1 * sizeof(T), sizeof(T), cols,
                              cudaMemcpyDeviceToDevice);
        for (long long j = 0; !sx1 && j < cols; j++)
            cudaMemcpyAsync(line + j, row, sizeof(T), cudaMemcpyDeviceToDevice);
    }
    center<T><<<(unsigned)((n + 255) / 256), 256>>>(
        (const T *)to, cols, 1, (const T *)m, sm, (T *)y, rows, cols);
    return (int)cudaGetLastError();
}

#define LAUNCHER(name, T)                                                      \
    extern "C" int name(const void *x, long long sx0, long long sx1,           \
                        const void *m, long long sm, void *y, long long rows,  \
                        long long cols) {                                      \
        return launch<T>(x, sx0, sx1, m, sm, y, rows, cols);                   \
    }
LAUNCHER(center_f32, float)
LAUNCHER(center_f64, double)
LAUNCHER(center_i32, int)
"""

lib = load(SOURCE)
LAUNCHERS = {torch.float32: lib.center_f32, torch.float64: lib.center_f64,
             torch.int32: lib.center_i32}
P, L = ctypes.c_void_p, ctypes.c_longlong
for f in LAUNCHERS.values():
    f.argtypes, f.restype = [P, L, L, P, L, P, L, L], ctypes.c_int


@torch.library.custom_op("practice::center", mutates_args=())
def center(x: torch.Tensor, m: torch.Tensor) -> torch.Tensor:
    y = x.new_empty(x.shape)
    error = LAUNCHERS[x.dtype](x.data_ptr(), *x.stride(), m.data_ptr(),
                               *m.stride(), y.data_ptr(), *x.shape)
    if error:
        raise RuntimeError(f"center: CUDA error {error}")
    return y


@center.register_fake
def fake(x, m):
    return x.new_empty(x.shape)
