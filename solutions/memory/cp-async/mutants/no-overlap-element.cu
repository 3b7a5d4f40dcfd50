// rejected by: case rows=5 cols=1025 | case rows=3 (a difference per tile)
// says: The difference across the border of two tiles is left out. A tile needs one element more than it has differences.
#include <cuda_pipeline.h>

const int BLOCK = 256;
const int TILE = 1024; // differences per tile; it holds one element more
const int STAGES = 2;

__device__ void fetch(float *tile, const float *row, int first, int cols) {
    for (int i = threadIdx.x; i < TILE && first + i < cols; i += BLOCK)
        __pipeline_memcpy_async(&tile[i], &row[first + i], sizeof(float));
    __pipeline_commit(); // these copies are a group, also if there are none
}

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
    __shared__ float tiles[STAGES][TILE + 1];
    const float *row = in + (size_t)blockIdx.x * cols;
    float sum = 0.0f;

    fetch(tiles[0], row, 0, cols);
    for (int first = 0, k = 0; first < cols; first += TILE, k ^= 1) {
        fetch(tiles[k ^ 1], row, first + TILE, cols);
        __pipeline_wait_prior(STAGES - 1); // my copies of this tile are done
        __syncthreads();                   // everybody's are

        const float *tile = tiles[k];
        for (int i = threadIdx.x; i < TILE - 1 && first + i + 1 < cols;
             i += BLOCK)
            sum += fabsf(tile[i + 1] - tile[i]);
        __syncthreads(); // the tile has been read, and may be filled
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

void variation(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    variation_kernel<<<rows, BLOCK>>>(in, out, cols);
}
