// passes (whole tiles by one kernel, the rest by another)
const int TILE = 32;

__global__ void whole(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE, y = blockIdx.y * TILE;
    for (int j = threadIdx.y; j < TILE; j += 8)
        tile[j][threadIdx.x] = in[(size_t)(y + j) * cols + x + threadIdx.x];
    __syncthreads();
    for (int j = threadIdx.y; j < TILE; j += 8)
        out[(size_t)(x + j) * rows + y + threadIdx.x] = tile[threadIdx.x][j];
}
__global__ void rest(const float *in, float *out, int rows, int cols, int r,
                     int c) {
    int y = blockIdx.y * 8 + threadIdx.y, x = blockIdx.x * 32 + threadIdx.x;
    if (y < rows && x < cols && (y >= r || x >= c))
        out[(size_t)x * rows + y] = in[(size_t)y * cols + x];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    int r = rows / TILE, c = cols / TILE;
    if (r > 0 && c > 0)
        whole<<<dim3(c, r), dim3(TILE, 8)>>>(in, out, rows, cols);
    if (r * TILE < rows || c * TILE < cols || r == 0 || c == 0)
        rest<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(
            in, out, rows, cols, c ? r * TILE : 0, r ? c * TILE : 0);
}
