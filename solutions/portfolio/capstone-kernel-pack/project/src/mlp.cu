// A block takes a row: hidden values pass through shared memory, 256 at a time.
#include "kernelpack.h"

static const int BLOCK = 256;

static __global__ void mlp_kernel(const float *x, const float *up, const float *down, float *y,
                                  int dim, int hidden) {
    __shared__ float part[BLOCK];
    x += (size_t)blockIdx.x * dim, y += (size_t)blockIdx.x * dim;
    for (int d = threadIdx.x; d < dim; d += BLOCK)
        y[d] = 0;
    for (int first = 0; first < hidden; first += BLOCK) {
        int h = first + threadIdx.x, n = min(BLOCK, hidden - first);
        float u = 0;
        for (int d = 0; d < dim && h < hidden; d++)
            u += x[d] * up[(size_t)d * hidden + h];
        part[threadIdx.x] = u * normcdff(u);
        __syncthreads();
        for (int d = threadIdx.x; d < dim; d += BLOCK)
            for (int i = 0; i < n; i++)
                y[d] += part[i] * down[(size_t)(first + i) * dim + d];
        __syncthreads();
    }
}

int kp_mlp(const float *x, const float *up, const float *down, float *y, int rows, int dim,
           int hidden) {
    if (rows < 0 || dim < 0 || hidden < 0) return KP_BAD_ARGUMENT;
    if (rows == 0 || dim == 0) return KP_OK;
    if (!y || (hidden && (!x || !up || !down))) return KP_BAD_ARGUMENT;
    mlp_kernel<<<rows, BLOCK>>>(x, up, down, y, dim, hidden);
    return cudaGetLastError() == cudaSuccess ? KP_OK : KP_DEVICE_ERROR;
}
