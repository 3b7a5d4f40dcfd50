// rejected by: case tiles=1 (stores at c ^ r, and reads at c)
// says: The tile is stored in one layout and read in another. Column c of row r lies at c ^ r or at c: storing and reading need the same.
__global__ void moves_kernel(const float *in, float *columns, float *diagonals,
                             float *butterflies) {
    __shared__ float tile[32][32];
    int base = blockIdx.x * 1024, x = threadIdx.x;
    for (int r = threadIdx.y; r < 32; r += 8)
        tile[r][x ^ r] = in[base + r * 32 + x];
    __syncthreads();
    for (int d = threadIdx.y; d < 32; d += 8) {
        int to = base + d * 32 + x;
        columns[to] = tile[x][d];
        diagonals[to] = tile[x][(x + d) % 32];
        butterflies[to] = tile[x][x ^ d];
    }
}

void moves(const float *in, float *columns, float *diagonals,
           float *butterflies, int tiles) {
    if (tiles == 0) return;
    moves_kernel<<<tiles, dim3(32, 8)>>>(in, columns, diagonals, butterflies);
}
