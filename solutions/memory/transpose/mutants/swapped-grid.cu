// rejected by: case | trap uninitialised-shared (the grid has the blocks of the rows along x and those of the columns along y)
// says: The kernel takes blockIdx.x for the columns of in and blockIdx.y for its rows. The grid is computed the other way round.
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
    for (int k = 0; k < TILE; k += HIGH)
        if (r + k < cols && c < rows)
            out[(r + k) * rows + c] = tile[threadIdx.x][threadIdx.y + k];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(TILE, HIGH);
    dim3 grid((rows + TILE - 1) / TILE, (cols + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
