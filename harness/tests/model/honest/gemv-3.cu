// y = A x with a warp per row; z = B^T w with 1024 threads on 32 columns: no
// atomics, scalar loads, full occupancy.

__global__ void __launch_bounds__(256)
    rows_kernel(const float *__restrict__ a, const float *__restrict__ x,
                float *__restrict__ y, int m, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (i >= m) return; // a whole warp

    const float *row = a + (size_t)i * n;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    int j = lane;
    for (; j + 96 < n; j += 128) {
        s0 += row[j] * x[j];
        s1 += row[j + 32] * x[j + 32];
        s2 += row[j + 64] * x[j + 64];
        s3 += row[j + 96] * x[j + 96];
    }
    for (; j < n; j += 32) s0 += row[j] * x[j];
    float sum = (s0 + s1) + (s2 + s3);
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) y[i] = sum;
}

__global__ void __launch_bounds__(1024)
    columns_kernel(const float *__restrict__ b, const float *__restrict__ w,
                   float *__restrict__ z, int m, int n) {
    __shared__ float part[32][33];
    int j = blockIdx.x * 32 + threadIdx.x;

    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    if (j < n) {
        int i = threadIdx.y;
        for (; i + 96 < m; i += 128) {
            s0 += b[(size_t)i * n + j] * w[i];
            s1 += b[(size_t)(i + 32) * n + j] * w[i + 32];
            s2 += b[(size_t)(i + 64) * n + j] * w[i + 64];
            s3 += b[(size_t)(i + 96) * n + j] * w[i + 96];
        }
        for (; i < m; i += 32) s0 += b[(size_t)i * n + j] * w[i];
    }
    part[threadIdx.y][threadIdx.x] = (s0 + s1) + (s2 + s3);
    __syncthreads();

    // Warp k sums column k.
    float sum = part[threadIdx.x][threadIdx.y];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    j = blockIdx.x * 32 + threadIdx.y;
    if (threadIdx.x == 0 && j < n) z[j] = sum;
}

void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    if (m > 0) rows_kernel<<<(m + 7) / 8, 256>>>(a, x, y, m, n);
    if (n > 0) columns_kernel<<<(n + 31) / 32, dim3(32, 32)>>>(b, w, z, m, n);
}
