// rejected by: case m=1000 n=37 (both matrices are indexed by columns, as in Fortran)
// says: Both matrices are indexed as in Fortran, column after column. Here they lie row after row: element (i, j) is at i * n + j. And the lanes of a warp must run along j.
__global__ void rows_kernel(const float *a, const float *x, float *y, int m,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    float sum = 0.0f;
    for (int j = 0; j < n; j++)
        sum += a[(size_t)j * m + i] * x[j];
    y[i] = sum;
}
__global__ void columns_kernel(const float *b, const float *w, float *z, int m,
                               int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < m; i++)
        sum += b[(size_t)j * m + i] * w[i];
    z[j] = sum;
}
void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    if (m > 0)
        rows_kernel<<<(m + 255) / 256, 256>>>(a, x, y, m, n);
    if (n > 0)
        columns_kernel<<<(n + 255) / 256, 256>>>(b, w, z, m, n);
}
