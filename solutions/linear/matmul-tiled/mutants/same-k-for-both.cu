// rejected by: case m=32 (both tiles take their place along k from threadIdx.x)
// says: The tile of B is loaded with one index for row and column: its row of B comes from threadIdx.x, and so does its column. In the tile of A, x runs along k; in the tile of B, y does, and needs an index of its own: step + threadIdx.y.
const int TILE = 32;

__global__ void product(const float *a, const float *b, float *c, int m, int n,
                        int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0.0f;

    for (int step = 0; step < k; step += TILE) {
        int p = step + x;
        as[y][x] = row < m && p < k ? a[row * k + p] : 0.0f;
        bs[y][x] = p < k && col < n ? b[p * n + col] : 0.0f;
        __syncthreads();
        for (int q = 0; q < TILE; q++)
            sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    product<<<grid, dim3(TILE, TILE)>>>(a, b, c, m, n, k);
}
