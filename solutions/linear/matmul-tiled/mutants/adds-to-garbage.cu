// rejected by: case | trap uninitialised-global (adds the sum of each step to what c holds)
const int TILE = 32;

__global__ void product(const float *a, const float *b, float *c, int m, int n,
                        int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;

    for (int step = 0; step < k; step += TILE) {
        as[y][x] = row < m && step + x < k ? a[row * k + step + x] : 0.0f;
        bs[y][x] = step + y < k && col < n ? b[(step + y) * n + col] : 0.0f;
        __syncthreads();
        float part = 0.0f;
        for (int q = 0; q < TILE; q++)
            part += as[y][q] * bs[q][x];
        if (row < m && col < n) c[row * n + col] += part;
        __syncthreads();
    }
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    product<<<grid, dim3(TILE, TILE)>>>(a, b, c, m, n, k);
}
