// rejected by: case (a thread outside of C loads nothing, for others either)
// says: A thread without an element of C loads nothing. It still has to load for the others: the check of A needs the row alone, and that of B the column alone.
const int TILE = 32;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    bool mine = row < m && col < n;
    float sum = 0.0f;

    for (int p = 0; p < k; p += TILE) {
        as[y][x] = mine && p + x < k ? a[(size_t)row * k + p + x] : 0.0f;
        bs[y][x] = mine && p + y < k ? b[(size_t)(p + y) * n + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (mine) c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
