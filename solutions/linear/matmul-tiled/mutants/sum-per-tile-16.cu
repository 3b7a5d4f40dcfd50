// rejected by: case (only the products of the last tile are left, with tiles of 16)
// says: Each step along k begins a new sum and stores it over the one before. The sum has to live through all steps, and to be stored after them.
// Matrix product by tiles in shared memory: one load serves 32 threads.

const int TILE = 16;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y;
    int col = blockIdx.x * TILE + x;

    for (int p = 0; p < k; p += TILE) {
        // Outside of the matrices: zeros, which add nothing.
        as[y][x] = row < m && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
        bs[y][x] = p + y < k && col < n ? b[(size_t)(p + y) * n + col] : 0.0f;
        __syncthreads(); // both tiles are complete

        float sum = 0.0f;
        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x]; // a broadcast, and a row
        __syncthreads(); // nobody needs them any more
        if (row < m && col < n) c[(size_t)row * n + col] = sum;
    }
    if (k == 0 && row < m && col < n) c[(size_t)row * n + col] = 0.0f;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
