// Matrix transpose through a 32 x 32 tile, four elements per thread.

const int TILE = 32;

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float tile[TILE][TILE + 1];

    int c = blockIdx.x * TILE + threadIdx.x;
    for (int k = threadIdx.y; k < TILE; k += blockDim.y) {
        int r = blockIdx.y * TILE + k;
        if (r < rows && c < cols) tile[k][threadIdx.x] = in[(size_t)r * cols + c];
    }
    __syncthreads();

    int r = blockIdx.y * TILE + threadIdx.x;
    for (int k = threadIdx.y; k < TILE; k += blockDim.y) {
        int oc = blockIdx.x * TILE + k;
        if (r < rows && oc < cols) out[(size_t)oc * rows + r] = tile[threadIdx.x][k];
    }
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 block(TILE, 8);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
