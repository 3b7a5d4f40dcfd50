// rejected by: gate prefetched (one tile, and nothing is under way while the block computes)
#include <cuda_pipeline.h>

const int BLOCK = 256;
const int TILE = 1024;

__device__ void fetch(float *tile, const float *row, int first, int cols) {
    for (int i = threadIdx.x; i <= TILE && first + i < cols; i += BLOCK)
        __pipeline_memcpy_async(&tile[i], &row[first + i], sizeof(float));
    __pipeline_commit(); // these copies are a group, also if there are none
}

// The sum over the block, in thread 0.
__device__ float block_sum(float v) {
    __shared__ float part[BLOCK / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < BLOCK / 32; w++)
        v += part[w];
    return v;
}

__global__ void variation_kernel(const float *in, float *out, int cols) {
    __shared__ float tile[TILE + 1];
    const float *row = in + (size_t)blockIdx.x * cols;
    float sum = 0.0f;

    for (int first = 0; first < cols; first += TILE) {
        fetch(tile, row, first, cols);
        __pipeline_wait_prior(0); // before anything else
        __syncthreads();
        for (int i = threadIdx.x; i < TILE && first + i + 1 < cols; i += BLOCK)
            sum += fabsf(tile[i + 1] - tile[i]);
        __syncthreads();
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void variation(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    variation_kernel<<<rows, BLOCK>>>(in, out, cols);
}
