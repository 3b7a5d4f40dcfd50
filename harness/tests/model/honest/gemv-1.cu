// y = A x with a block per row; z = B^T w with a block of 32 columns and 16
// rows at a time.

const int ROW_THREADS = 128;
const int DEEP = 16;

__global__ void rows_kernel(const float *a, const float *x, float *y, int m,
                            int n) {
    __shared__ float part[ROW_THREADS];
    int i = blockIdx.x, t = threadIdx.x;

    float sum = 0.0f;
    for (int j = t; j < n; j += ROW_THREADS) sum += a[(size_t)i * n + j] * x[j];
    part[t] = sum;
    __syncthreads();
    for (int half = ROW_THREADS / 2; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) y[i] = part[0];
}

__global__ void columns_kernel(const float *b, const float *w, float *z, int m,
                               int n) {
    __shared__ float part[DEEP][32];
    int j = blockIdx.x * 32 + threadIdx.x;

    float sum = 0.0f;
    if (j < n)
        for (int i = threadIdx.y; i < m; i += DEEP)
            sum += b[(size_t)i * n + j] * w[i];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && j < n) {
        for (int k = 1; k < DEEP; k++) sum += part[k][threadIdx.x];
        z[j] = sum;
    }
}

void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    if (m > 0) rows_kernel<<<m, ROW_THREADS>>>(a, x, y, m, n);
    if (n > 0)
        columns_kernel<<<(n + 31) / 32, dim3(32, DEEP)>>>(b, w, z, m, n);
}
