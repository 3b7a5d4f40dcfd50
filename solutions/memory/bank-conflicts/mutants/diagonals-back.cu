// rejected by: case (the diagonals go the other way)
// says: The diagonals go down to the left: column r - d. They go down to the right, column r + d.
const int SIDE = 32;
const int HIGH = 8;
const int EACH = SIDE / HIGH;

__global__ void moves_kernel(const float *in, float *columns, float *diagonals,
                             float *butterflies) {
    __shared__ float tile[SIDE][SIDE];
    size_t base = (size_t)blockIdx.x * SIDE * SIDE;
    int x = threadIdx.x, y = threadIdx.y;

    float mine[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        mine[k] = in[base + (y + k * HIGH) * SIDE + x];

#pragma unroll
    for (int k = 0; k < EACH; k++)
        tile[y + k * HIGH][x] = mine[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int d = y + k * HIGH;
        diagonals[base + d * SIDE + x] = tile[x][(x - d + SIDE) % SIDE];
        butterflies[base + d * SIDE + x] = tile[x][x ^ d];
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int r = y + k * HIGH;
        tile[r][x ^ r] = mine[k];
    }
    __syncthreads();
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
