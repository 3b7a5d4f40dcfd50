// rejected by: gate traffic (tiles where 32 divides all sizes, as in the timed case; a thread reads rows and columns alone in all others)
const int TILE = 32;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y;
    int col = blockIdx.x * TILE + x;
    float sum = 0.0f;

    for (int p = 0; p < k; p += TILE) {
        // Outside of the matrices: zeros, which add nothing.
        as[y][x] = row < m && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
        bs[y][x] = p + y < k && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
        __syncthreads(); // both tiles are complete

        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x]; // a broadcast, and a row
        __syncthreads(); // nobody needs them any more
    }
    if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

__global__ void alone(const float *a, const float *b, float *c, int m, int n,
                      int k) {
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= m || col >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
        sum += a[(size_t)row * k + p] * b[(size_t)p * n + col];
    c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    if ((m | n | k) % TILE)
        alone<<<grid, block>>>(a, b, c, m, n, k);
    else
        matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
