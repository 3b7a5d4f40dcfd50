// rejected by: case (takes row r + d and column r for the diagonals)
// says: Row and column of the diagonals are exchanged: the code takes in[(r + d) % 32][r]. diagonals[d][r] is in[r][(r + d) % 32]: the shift by d belongs to the column.
// Three orders of access to a tile, each in a layout that suits it.
//
//   plain    [r][c] in bank c        diagonals, butterflies: 32 banks
//   xor      [r][c] in bank c ^ r    rows, columns: 32 banks
//
// The tile is filled twice from registers: memory is read once, and there is
// one tile's worth of shared memory.

const int SIDE = 32;
const int HIGH = 8;           // threads along y
const int EACH = SIDE / HIGH; // elements per thread

__global__ void moves_kernel(const float *in, float *columns, float *diagonals,
                             float *butterflies) {
    __shared__ float tile[SIDE][SIDE];
    size_t base = (size_t)blockIdx.x * SIDE * SIDE;
    int x = threadIdx.x, y = threadIdx.y;

    float mine[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) // all loads first: none waits
        mine[k] = in[base + (y + k * HIGH) * SIDE + x];

#pragma unroll
    for (int k = 0; k < EACH; k++)
        tile[y + k * HIGH][x] = mine[k];
    __syncthreads(); // the plain tile is complete
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int d = y + k * HIGH;
        diagonals[base + d * SIDE + x] = tile[(x + d) % SIDE][x];
        butterflies[base + d * SIDE + x] = tile[x][x ^ d];
    }
    __syncthreads(); // the plain tile has been read

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int r = y + k * HIGH;
        tile[r][x ^ r] = mine[k];
    }
    __syncthreads(); // the permuted tile is complete
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int d = y + k * HIGH;
        columns[base + d * SIDE + x] = tile[x][d ^ x];
    }
}

void moves(const float *in, float *columns, float *diagonals,
           float *butterflies, int tiles) {
    if (tiles == 0) return;
    moves_kernel<<<tiles, dim3(SIDE, HIGH)>>>(in, columns, diagonals,
                                              butterflies);
}
