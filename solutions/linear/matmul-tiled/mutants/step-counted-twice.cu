// rejected by: case m=64 (the loop goes on by TILE elements, and its counter is multiplied by TILE once more)
// says: The counter of the steps moves by TILE and is multiplied by TILE as well, so only the first tile is right. Count tiles, t++, and use t * TILE; or count elements, t += TILE, and use t.
const int TILE = 32;
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;

    for (int t = 0; t < k; t += TILE) {
        int ka = t * TILE + tx, kb = t * TILE + ty;
        as[ty][tx] = (row < m && ka < k) ? a[row * k + ka] : 0.0f;
        bs[ty][tx] = (col < n && kb < k) ? b[kb * n + col] : 0.0f;
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
