// rejected by: case m=32 (all three matrices are indexed by columns, as in Fortran)
// says: All three matrices are indexed as in Fortran, column after column. Here they lie row after row, as in C: element (row, col) of a matrix with n columns is at row * n + col. And the lanes of a warp, threadIdx.x, must then run along the columns.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < m && j < n) {
        float sum = 0;
        for (int l = 0; l < k; l++)
            sum += a[i + l * m] * b[l + j * k];
        c[i + j * m] = sum;
    }
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0)
        return;
    dim3 block(32, 8);
    dim3 grid((m + 31) / 32, (n + 7) / 8);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
