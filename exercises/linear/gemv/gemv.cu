// A matrix times a vector, along the rows and down the columns.

__global__ void rows_kernel(const float *a, const float *x, float *y, int m,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;

    // TODO: neighbouring lanes read from different rows.
    float sum = 0.0f;
    for (int j = 0; j < n; j++)
        sum += a[(size_t)i * n + j] * x[j];
    y[i] = sum;
}

__global__ void columns_kernel(const float *b, const float *w, float *z, int m,
                               int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;

    // TODO: only n threads work, each on a long column.
    float sum = 0.0f;
    for (int i = 0; i < m; i++)
        sum += b[(size_t)i * n + j] * w[i];
    z[j] = sum;
}

// y = A x and z = B^T w; a and b have m rows of n elements.
void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    int threads = 256;
    if (m > 0)
        rows_kernel<<<(m + threads - 1) / threads, threads>>>(a, x, y, m, n);
    if (n > 0)
        columns_kernel<<<(n + threads - 1) / threads, threads>>>(b, w, z, m, n);
}
