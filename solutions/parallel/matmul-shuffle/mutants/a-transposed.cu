// rejected by: case (reads A as if it were transposed)
// says: A is read as if it were stored by columns. It has rows of k elements: element (row, p) is row * k + p.
const int WARP = 32;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int lane = threadIdx.x % WARP;
    int col = blockIdx.x * WARP + lane;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= m || col >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
        sum += a[p * m + row] * b[p * n + col];
    c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(WARP, 4);
    dim3 grid((n + WARP - 1) / WARP, (m + block.y - 1) / block.y);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
