// rejected by: case tiles=1 (all lanes get the value of one lane)
// says: All lanes get the same element, in[d][d]. A shuffle from lane d hands one value of lane d to the whole warp; columns[d][r] is in[r][d], another element for each lane r. It lies in the tile: read it there.
// Three orders of access to a tile in shared memory.

const int SIDE = 32, HIGH = 8; // a tile, and the block's threads along y

__global__ void moves_kernel(const float *in, float *columns, float *diagonals,
                             float *butterflies) {
    __shared__ float tile[SIDE][SIDE];
    size_t base = (size_t)blockIdx.x * SIDE * SIDE;
    int x = threadIdx.x;

    for (int r = threadIdx.y; r < SIDE; r += HIGH)
        tile[r][x] = in[base + r * SIDE + x];
    __syncthreads();

    for (int d = threadIdx.y; d < SIDE; d += HIGH) {
        size_t to = base + d * SIDE + x;
        diagonals[to] = tile[x][(x + d) % SIDE];
        butterflies[to] = tile[x][x ^ d];
    }
    for (int d = threadIdx.y; d < SIDE; d += HIGH)
        columns[base + d * SIDE + x] = __shfl_sync(~0u, tile[d][x], d);
}

void moves(const float *in, float *columns, float *diagonals,
           float *butterflies, int tiles) {
    if (tiles == 0) return;
    moves_kernel<<<tiles, dim3(SIDE, HIGH)>>>(in, columns, diagonals,
                                              butterflies);
}
