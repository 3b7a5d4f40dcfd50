// rejected by: case m=32 (each thread multiplies only the two elements that it loaded, with tiles of 16)
// says: In each step a thread adds one product, of the two elements that it has loaded. It needs all TILE products of a row of the tile of A and a column of the tile of B, which the other threads have loaded: a loop over p is missing.
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
        sum += as[ty][tx] * bs[ty][tx];
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
