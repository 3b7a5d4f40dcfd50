# rejected by: trap wrong-result (the gradient by PyTorch, without a kernel)
# says: The gradient is computed by PyTorch, and no kernel of yours runs in the backward pass.
import ctypes

import torch
from kata_cuda import load

SOURCE = r"""
#include <cuda_runtime.h>

enum { WARPS = 4, THREADS = 32 * WARPS };

template <typename T> __device__ T warp_sum(T v) {
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

// A warp takes a row. Two passes over it: the mean, then the squares about it.
template <typename T>
__global__ void forward(const T *x, const T *weight, const T *bias, T eps, T *y,
                        T *mean, T *rstd, long long rows, long long cols) {
    long long row = blockIdx.x * (long long)WARPS + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    x += row * cols, y += row * cols;
    T sum = 0, square = 0;
    for (long long j = lane; j < cols; j += 32)
        sum += x[j];
    T mu = warp_sum(sum) / (T)cols;
    for (long long j = lane; j < cols; j += 32)
        square += (x[j] - mu) * (x[j] - mu);
    T r = 1 / sqrt(warp_sum(square) / (T)cols + eps);
    for (long long j = lane; j < cols; j += 32)
        y[j] = (x[j] - mu) * r * weight[j] + bias[j];
    if (lane == 0) mean[row] = mu, rstd[row] = r;
}

template <typename T>
__global__ void backward_x(const T *gy, const T *x, const T *weight,
                           const T *mean, const T *rstd, T *dx, long long rows,
                           long long cols) {
    long long row = blockIdx.x * (long long)WARPS + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    gy += row * cols, x += row * cols, dx += row * cols;
    T mu = mean[row], r = rstd[row], a = 0, b = 0;
    for (long long j = lane; j < cols; j += 32) {
        T g = gy[j] * weight[j];
        a += g;
        b += g * (x[j] - mu) * r;
    }
    a = warp_sum(a) / (T)cols, b = warp_sum(b) / (T)cols;
    for (long long j = lane; j < cols; j += 32)
        dx[j] = r * (gy[j] * weight[j] - a - (x[j] - mu) * r * b);
}

// A thread takes a column: neighbours read neighbours, and nobody adds to what
// another adds to.
template <typename T>
__global__ void backward_w(const T *gy, const T *x, const T *mean,
                           const T *rstd, T *dweight, T *dbias, long long rows,
                           long long cols) {
    long long j = blockIdx.x * (long long)THREADS + threadIdx.x;
    if (j >= cols) return;
    T w = 0, b = 0;
    for (long long i = 0; i < rows; i++) {
        T g = gy[i * cols + j];
        w += g * (x[i * cols + j] - mean[i]) * rstd[i];
        b += g;
    }
    dweight[j] = w, dbias[j] = b;
}

template <typename T>
static int run_forward(const void *x, const void *w, const void *b, double eps,
                       void *y, void *mean, void *rstd, long long rows,
                       long long cols) {
    if (rows * cols == 0) return 0;
    unsigned blocks = (unsigned)((rows + WARPS - 1) / WARPS);
    forward<T><<<blocks, THREADS>>>((const T *)x, (const T *)w, (const T *)b,
                                    (T)eps, (T *)y, (T *)mean, (T *)rstd, rows,
                                    cols);
    return (int)cudaGetLastError();
}

template <typename T>
static int run_backward(const void *gy, const void *x, const void *w,
                        const void *mean, const void *rstd, void *dx, void *dw,
                        void *db, long long rows, long long cols) {
    if (cols == 0) return 0;
    unsigned blocks = (unsigned)((rows + WARPS - 1) / WARPS);
    if (rows > 0)
        backward_x<T><<<blocks, THREADS>>>(
            (const T *)gy, (const T *)x, (const T *)w, (const T *)mean,
            (const T *)rstd, (T *)dx, rows, cols);
    backward_w<T><<<(unsigned)((cols + THREADS - 1) / THREADS), THREADS>>>(
        (const T *)gy, (const T *)x, (const T *)mean, (const T *)rstd, (T *)dw,
        (T *)db, rows, cols);
    return (int)cudaGetLastError();
}

#define LAUNCHERS(T, end)                                                      \
    extern "C" int forward_##end(const void *x, const void *w, const void *b,  \
                                 double eps, void *y, void *mean, void *rstd,  \
                                 long long rows, long long cols) {             \
        return run_forward<T>(x, w, b, eps, y, mean, rstd, rows, cols);        \
    }                                                                          \
    extern "C" int backward_##end(const void *gy, const void *x,               \
                                  const void *w, const void *mean,             \
                                  const void *rstd, void *dx, void *dw,        \
                                  void *db, long long rows, long long cols) {  \
        return run_backward<T>(gy, x, w, mean, rstd, dx, dw, db, rows, cols);  \
    }
LAUNCHERS(float, f32)
LAUNCHERS(double, f64)
"""

lib = load(SOURCE)
P, L, D = ctypes.c_void_p, ctypes.c_longlong, ctypes.c_double
FORWARD = {torch.float32: lib.forward_f32, torch.float64: lib.forward_f64}
BACKWARD = {torch.float32: lib.backward_f32, torch.float64: lib.backward_f64}
for f in FORWARD.values():
    f.argtypes, f.restype = [P, P, P, D, P, P, P, L, L], ctypes.c_int
for f in BACKWARD.values():
    f.argtypes, f.restype = [P] * 8 + [L, L], ctypes.c_int


def call(function, *args):
    error = function(*(a.data_ptr() if isinstance(a, torch.Tensor) else a
                       for a in args))
    if error:
        raise RuntimeError(f"layer norm: CUDA error {error}")


@torch.library.custom_op("practice::layer_norm", mutates_args=())
def layer_norm(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor,
               eps: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    x = x.contiguous()
    y = x.new_empty(x.shape)
    mean, rstd = x.new_empty(x.shape[0]), x.new_empty(x.shape[0])
    call(FORWARD[x.dtype], x, weight, bias, eps, y, mean, rstd, *x.shape)
    return y, mean, rstd


@layer_norm.register_fake
def forward_fake(x, weight, bias, eps):
    rows = x.shape[0]
    return x.new_empty(x.shape), x.new_empty(rows), x.new_empty(rows)


# An operator too: the graph of the compiler goes on into the backward pass.
@torch.library.custom_op("practice::layer_norm_backward", mutates_args=())
def layer_norm_backward(
        gy: torch.Tensor, x: torch.Tensor, weight: torch.Tensor,
        mean: torch.Tensor, rstd: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    # The gradient of a sum is one number, expanded: its strides are 0.
    gy, x = gy.contiguous(), x.contiguous()
    dx = x.new_empty(x.shape)
    dweight, dbias = torch.empty_like(weight), torch.empty_like(weight)
    n, g = (x - mean[:, None]) * rstd[:, None], gy * weight
    dx = rstd[:, None] * (g - g.mean(1, keepdim=True)
                          - n * (g * n).mean(1, keepdim=True))
    dweight, dbias = (gy * n).sum(0), gy.sum(0)
    return dx, dweight, dbias


@layer_norm_backward.register_fake
def backward_fake(gy, x, weight, mean, rstd):
    return (x.new_empty(x.shape), torch.empty_like(weight),
            torch.empty_like(weight))


def setup_context(ctx, inputs, output):
    x, weight, bias, eps = inputs
    y, mean, rstd = output
    ctx.save_for_backward(x, weight, mean, rstd)
    ctx.mark_non_differentiable(mean, rstd)


def backward(ctx, gy, gmean, grstd):
    x, weight, mean, rstd = ctx.saved_tensors
    dx, dweight, dbias = layer_norm_backward(gy, x, weight, mean, rstd)
    return dx, dweight, dbias, None


layer_norm.register_autograd(backward, setup_context=setup_context)


def layer(x, weight, bias, eps):
    return layer_norm(x, weight, bias, eps)[0]
