// rejected by: case m=100 (a thread has several rows, and its sum goes on from one to the next)
// says: A thread has several elements of C, and the sum of the one before is still in its accumulator. Set sum to 0 before each loop over p.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (col >= n)
        return;
    for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < m;
         row += gridDim.y * blockDim.y) {
        for (int p = 0; p < k; p++)
            sum += a[row * k + p] * b[p * n + col];
        c[row * n + col] = sum;
    }
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0)
        return;
    matmul_kernel<<<dim3((n + 31) / 32, 4), dim3(32, 8)>>>(a, b, c, m, n, k);
}
