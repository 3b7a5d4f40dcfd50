// rejected by: case (multiplies with the transpose of A)
// says: A is read down its columns, as if it were stored the other way round. For a row of C the sum walks along a row of A.
// Matrix product, one thread per element of C. A warp is 32 columns of one row:
// it reads one word of A for all (broadcast) and 32 neighbours of a row of B.

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;

    float sum = 0.0f;
    for (int p = 0; p < k; p++)
        sum += a[(size_t)p * m + row] * b[(size_t)p * n + col];
    c[(size_t)row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(32, 8);
    dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
