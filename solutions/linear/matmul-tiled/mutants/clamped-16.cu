// rejected by: case (what lies outside of A and B is replaced by the last element, not by 0, with tiles of 16)
// says: Outside of the matrices the last row or column is loaded once more, and its products are added again. What has to be loaded there, so that it adds nothing?
// Matrix product by tiles in shared memory: one load serves 32 threads.

const int TILE = 16;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y;
    int col = blockIdx.x * TILE + x;
    float sum = 0.0f;

    for (int p = 0; p < k; p += TILE) {
        // Outside of the matrices: zeros, which add nothing.
        as[y][x] = a[(size_t)min(row, m - 1) * k + min(p + x, k - 1)];
        bs[y][x] = b[(size_t)min(p + y, k - 1) * n + min(col, n - 1)];
        __syncthreads(); // both tiles are complete

        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x]; // a broadcast, and a row
        __syncthreads(); // nobody needs them any more
    }
    if (row < m && col < n) c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
