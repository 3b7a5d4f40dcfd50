// rejected by: case (the squares of the differences are added)
// says: The differences are squared. The distance is their absolute value.
#include <cuda_pipeline.h>

const int BLOCK = 256;
const int TILE = 1024;

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
        for (int i = threadIdx.x; i <= TILE && first + i < cols; i += BLOCK)
            tile[i] = row[first + i];
        __syncthreads();
        for (int i = threadIdx.x; i < TILE && first + i + 1 < cols; i += BLOCK)
            {
            float d = tile[i + 1] - tile[i];
            sum += d * d;
        }
        __syncthreads();
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void variation(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    variation_kernel<<<rows, BLOCK>>>(in, out, cols);
}
