// rejected by: case tiles=1 | gate bank_conflicts (the butterflies are read where the columns of a permuted tile lie)
// says: butterflies holds the columns. A column is in[r][d], a butterfly in[r][r ^ d]. If the tile is permuted, column c of row r is stored at c ^ r: column d is then at d ^ r, and column r ^ d at d.
__global__ void moves_kernel(const float *in, float *columns, float *diagonals,
                             float *butterflies) {
    __shared__ float tile[32][32];
    int r = threadIdx.x, d = threadIdx.y;
    size_t at = (size_t)blockIdx.x * 1024 + d * 32 + r;

    tile[d][r ^ d] = in[at];
    __syncthreads();
    columns[at] = tile[r][d ^ r];
    diagonals[at] = tile[r][(r + d) % 32 ^ r];
    butterflies[at] = tile[r][r ^ d];
}

void moves(const float *in, float *columns, float *diagonals,
           float *butterflies, int tiles) {
    if (tiles == 0) return;
    moves_kernel<<<tiles, dim3(32, 32)>>>(in, columns, diagonals, butterflies);
}
