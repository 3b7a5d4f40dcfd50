// Matrix transpose through a 64 x 64 tile: 16 elements per thread, all of them
// loaded before the barrier.

const int TILE = 64;
const int LINES = 8;          // warps per block
const int STEPS = TILE / LINES;

__global__ void transpose_kernel(const float *__restrict__ in,
                                 float *__restrict__ out, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int c0 = blockIdx.x * TILE, r0 = blockIdx.y * TILE;

    float v[STEPS][2];
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        int r = r0 + ty + k * LINES;
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int c = c0 + tx + 32 * h;
            v[k][h] = r < rows && c < cols ? in[(size_t)r * cols + c] : 0.0f;
        }
    }
#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        tile[ty + k * LINES][tx] = v[k][0];
        tile[ty + k * LINES][tx + 32] = v[k][1];
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < STEPS; k++) {
        int c = c0 + ty + k * LINES;
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int r = r0 + tx + 32 * h;
            if (r < rows && c < cols)
                out[(size_t)c * rows + r] = tile[tx + 32 * h][ty + k * LINES];
        }
    }
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, LINES);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
