// Matrix product C = A B, by tiles in shared memory.

const int TILE = 32;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;

    // TODO: for each step along k: load my element of both tiles (0 outside of
    // the matrix), wait, add TILE products, wait.
    (void)as, (void)bs, (void)a, (void)b, (void)k;

    if (row < m && col < n) c[row * n + col] = sum;
}

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
