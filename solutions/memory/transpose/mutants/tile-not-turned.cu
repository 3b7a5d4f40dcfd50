// rejected by: case rows=32 (moves the tiles, but does not turn them)
// says: The tiles are in the right places, but each one is not turned. The store must read the tile with its two indices swapped.
__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    int r = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (r + k < rows && c < cols)
            tile[threadIdx.y + k][threadIdx.x] = in[(r + k) * cols + c];
    __syncthreads();
    c = blockIdx.y * 32 + threadIdx.x;
    r = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (r + k < cols && c < rows)
            out[(r + k) * rows + c] = tile[threadIdx.y + k][threadIdx.x];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8), grid((cols + 31) / 32, (rows + 31) / 32);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
