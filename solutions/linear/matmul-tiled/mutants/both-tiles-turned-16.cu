// rejected by: case m=32 (the sum walks down the tile of A and along the tile of B, with tiles of 16)
// says: The sum walks down a column of the tile of A and along a row of the tile of B. It is the other way round: as[threadIdx.y][p] * bs[p][threadIdx.x].
const int TILE = 16;
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;

    for (int t = 0; t < k; t += TILE) {
        as[ty][tx] = (row < m && t + tx < k) ? a[row * k + t + tx] : 0.0f;
        bs[ty][tx] = (col < n && t + ty < k) ? b[(t + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += as[p][tx] * bs[ty][p];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
