// rejected by: case rows=1 (partial tiles are skipped)
// says: A partial tile at the right or bottom edge is left out. The grid must cover it: divide rows and cols by the tile and round up.
__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x;
    int r = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = in[(r + k) * cols + c];
    __syncthreads();
    c = blockIdx.y * 32 + threadIdx.x;
    r = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        out[(r + k) * rows + c] = tile[threadIdx.x][threadIdx.y + k];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows < 32 || cols < 32) return;
    dim3 block(32, 8), grid(cols / 32, rows / 32);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
