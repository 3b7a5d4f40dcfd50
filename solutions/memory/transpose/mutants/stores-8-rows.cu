// rejected by: case (each thread stores one element of a tile, and the block has only 8 rows of threads)
// says: The block has 32 x 8 threads and the tile 32 x 32 elements. Each thread must store 4 elements, as many as it loads: the second loop is missing.
const int TILE = 32;
const int HIGH = 8;

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;

    for (int k = 0; k < TILE; k += HIGH)
        if (r + k < rows && c < cols)
            tile[threadIdx.y + k][threadIdx.x] = in[(r + k) * cols + c];
    __syncthreads();

    c = blockIdx.y * TILE + threadIdx.x;
    r = blockIdx.x * TILE + threadIdx.y;
    if (r < cols && c < rows)
        out[r * rows + c] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(TILE, HIGH);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
