// rejected by: case (the loop leaves out the last product)
// says: The loop over p ends one step early. The sum has k products, for p = 0 to k - 1.
// Matrix product, one thread per element of C. A warp is 32 columns of one row:
// it reads one word of A for all (broadcast) and 32 neighbours of a row of B.

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;

    float sum = 0.0f;
    for (int p = 0; p < k - 1; p++)
        sum += a[(size_t)row * k + p] * b[(size_t)p * n + col];
    c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(32, 8);
    dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
