// Matrix transpose through a padded tile in shared memory.
//
//   in, tile (bx, by)        tile[64][65]            out, tile (by, bx)
//   +----------------+       +-----------------+-+   +----------------+
//   | row by row     |  -->  | rows in,        |p|   | row by row     |
//   | (coalesced)    |       | columns out  -->|a|-->| (coalesced)    |
//   +----------------+       +-----------------+d+   +----------------+
//
// The padding moves each row on by one bank, so that 32 elements of a column
// lie in 32 different banks and are read in one pass.

const int TILE = 64; // edge of a tile: two warps wide
const int WIDE = 32; // threads along x: one warp
const int HIGH = 8;  // threads along y; each thread moves 16 elements

// Position (row, col) of element i, of 16, of this thread within a tile.
__device__ int tile_row(int i) {
    return threadIdx.y + i / 2 * HIGH;
}
__device__ int tile_col(int i) {
    return threadIdx.x + i % 2 * WIDE;
}

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    const int each = TILE * TILE / (WIDE * HIGH);
    __shared__ float tile[TILE][TILE + 1];
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;

#pragma unroll
    for (int i = 0; i < each; i++) { // 16 independent loads
        int r = top + tile_row(i), c = left + tile_col(i);
        if (r < rows && c < cols)
            tile[tile_row(i)][tile_col(i)] = in[(size_t)r * cols + c];
    }
    __syncthreads(); // the tile is complete

    // In out, this tile starts at row `left`, column `top`. The threads keep
    // their order, so that x runs along a row again.
#pragma unroll
    for (int i = 0; i < each; i++) {
        int r = left + tile_row(i), c = top + tile_col(i);
        if (r < cols && c < rows)
            out[(size_t)r * rows + c] = tile[tile_col(i)][tile_row(i)];
    }
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(WIDE, HIGH);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
