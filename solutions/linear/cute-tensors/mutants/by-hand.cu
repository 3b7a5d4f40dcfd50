// rejected by: gate from_cutlass (every index is written by hand, with * and %)
#include <cute/tensor.hpp>

const int EDGE = 32;

__global__ void transpose_kernel(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[EDGE][EDGE + 1];
    int x = threadIdx.x % EDGE, y = threadIdx.x / EDGE;
    int r0 = blockIdx.y * EDGE, c0 = blockIdx.x * EDGE;
    for (int k = y; k < EDGE; k += 8)
        if (r0 + k < rows && c0 + x < cols)
            tile[k][x] = in[(size_t)(r0 + k) * cols + c0 + x];
    __syncthreads();
    for (int k = y; k < EDGE; k += 8)
        if (c0 + k < cols && r0 + x < rows)
            out[(size_t)(c0 + k) * rows + r0 + x] = tile[x][k];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 grid((cols + EDGE - 1) / EDGE, (rows + EDGE - 1) / EDGE);
    transpose_kernel<<<grid, 256>>>(in, out, rows, cols);
}
