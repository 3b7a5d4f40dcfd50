// rejected by: case m=64 (the tile of B moves to the right from step to step, and it has to move down, with tiles of 16)
// says: The tile of B moves along a row of B from step to step. It has to move down: each step takes the next TILE rows of B, in the columns of the block.
const int TILE = 16;
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;

    for (int t = 0; t < k; t += TILE) {
        int bc = blockIdx.x * TILE + tx + t;
        as[ty][tx] = (row < m && t + tx < k) ? a[row * k + t + tx] : 0.0f;
        bs[ty][tx] = (bc < n && ty < k) ? b[ty * n + bc] : 0.0f;
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
