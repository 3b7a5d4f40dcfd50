// rejected by: case rows=64 | trap uninitialised-shared (each tile is turned, but stored at its old place)
// says: Each tile is turned in itself and stored where it came from. Tile (bx, by) of in is tile (by, bx) of out: the block indices must swap too.
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

    for (int k = 0; k < TILE; k += HIGH)
        if (r + k < cols && c < rows)
            out[(r + k) * rows + c] = tile[threadIdx.x][threadIdx.y + k];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(TILE, HIGH);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
