// rejected by: case m=1 n=1000 (the sums of 32 columns are added up by shuffles)
// says: The shuffles add up the sums of 32 neighbouring columns. For z each lane has a result of its own, so nothing may be added across lanes.
__global__ void rows_kernel(const float *a, const float *x, float *y, int m,
                            int n) {
    int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (i >= m)
        return;
    float sum = 0.0f;
    for (int j = lane; j < n; j += 32)
        sum += a[(size_t)i * n + j] * x[j];
    for (int o = 16; o > 0; o /= 2)
        sum += __shfl_down_sync(~0u, sum, o);
    if (lane == 0)
        y[i] = sum;
}

__global__ void columns_kernel(const float *b, const float *w, float *z, int m,
                               int n) {
    int j = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (j < n)
        for (int i = 0; i < m; i++)
            sum += b[(size_t)i * n + j] * w[i];
    for (int o = 16; o > 0; o /= 2)
        sum += __shfl_xor_sync(~0u, sum, o);
    if (j < n)
        z[j] = sum;
}
void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    if (m > 0)
        rows_kernel<<<(m + 7) / 8, 256>>>(a, x, y, m, n);
    if (n > 0)
        columns_kernel<<<(n + 31) / 32, 32>>>(b, w, z, m, n);
}
