// rejected by: case m=1 (the last product of each sum is left out)
// says: Each sum has k - 1 products. The last one has the index k - 1: look at the condition of the loop.
const int WARP = 32;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int lane = threadIdx.x % WARP;
    int col = blockIdx.x * WARP + lane;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= m || col >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k - 1; p++)
        sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(WARP, 4);
    dim3 grid((n + WARP - 1) / WARP, (m + block.y - 1) / block.y);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
