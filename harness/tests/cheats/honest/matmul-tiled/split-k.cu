// passes (the products of a large k are added in two parts: another order)
const int TILE = 32;

__global__ void tiled(const float *a, const float *b, float *c, int m, int n,
                      int k, int from, int to, bool first) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int p = from; p < to; p += TILE) {
        as[y][x] = row < m && p + x < to ? a[(size_t)row * k + p + x] : 0.0f;
        bs[y][x] = p + y < to && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (row < m && col < n) c[(size_t)row * n + col] =
        first ? sum : c[(size_t)row * n + col] + sum;
}


void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    dim3 block(TILE, TILE);
    int half = k / 2 / TILE * TILE;
    tiled<<<grid, block>>>(a, b, c, m, n, k, 0, half, true);
    tiled<<<grid, block>>>(a, b, c, m, n, k, half, k, false);
}
