// Matrix transpose through a padded tile in shared memory.
//
//   in, tile (bx, by)        tile[32][33]            out, tile (by, bx)
//   +----------------+       +-----------------+-+   +----------------+
//   | row by row     |  -->  | rows in,        |p|   | row by row     |
//   | (coalesced)    |       | columns out  -->|a|-->| (coalesced)    |
//   +----------------+       +-----------------+d+   +----------------+
//
// The padding moves each row on by one bank, so that a column lies in 32
// different banks and is read in one pass.

const int TILE = 32; // edge of a tile: one warp wide
const int ROWS = 8;  // rows of threads: each thread moves TILE / ROWS elements

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float tile[TILE][TILE + 1];

    int c = blockIdx.x * TILE + threadIdx.x;
    int r = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
        if (r + k < rows && c < cols)
            tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(r + k) * cols + c];

    __syncthreads(); // the tile is complete

    // In out, this tile's corner is (blockIdx.x, blockIdx.y) turned round; the
    // threads keep their order, so that x runs along a row again.
    c = blockIdx.y * TILE + threadIdx.x;
    r = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int k = 0; k < TILE; k += ROWS)
        if (r + k < cols && c < rows)
            out[(size_t)(r + k) * rows + c] =
                tile[threadIdx.x][threadIdx.y + k];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(TILE, ROWS);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
