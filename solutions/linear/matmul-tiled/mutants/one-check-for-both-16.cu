// rejected by: case m=3 (the tile of B is 0 where the check of A fails, with tiles of 16)
// says: B is loaded only where the check of A holds. The two elements of a thread have nothing to do with each other: a thread outside of A may be inside of B. Check each load by itself.
const int TILE = 16;
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;

    for (int t = 0; t < k; t += TILE) {
        if (row < m && t + tx < k) {
            as[ty][tx] = a[row * k + t + tx];
            bs[ty][tx] = (col < n && t + ty < k) ? b[(t + ty) * n + col] : 0.0f;
        } else {
            as[ty][tx] = 0.0f;
            bs[ty][tx] = 0.0f;
        }
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += as[ty][p] * bs[p][tx];
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
