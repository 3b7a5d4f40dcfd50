// rejected by: gate coalescing (a thread for each result, but where it is timed)
__global__ void rows(const float *a, const float *x, float *y, int n) {
    __shared__ float part[4];
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n; j += 128)
        sum += a[(size_t)blockIdx.x * n + j] * x[j];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

__global__ void columns(const float *b, const float *w, float *z, int m, int n) {
    __shared__ float part[32][32];
    int j = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 4
    for (int i = threadIdx.y; j < n && i < m; i += 32)
        sum += b[(size_t)i * n + j] * w[i];
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || j >= n) return;
    for (int k = 1; k < 32; k++)
        sum += part[k][threadIdx.x];
    z[j] = sum;
}

// Elements of v lie `apart`, results `next`.
__global__ void any(const float *v, int apart, int next, const float *u,
                    float *to, int results, int terms) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; r < results && i < terms; i++)
        sum += v[r * next + i * apart] * u[i];
    if (r < results) to[r] = sum;
}

void gemv(const float *a, const float *x, float *y, const float *b,
          const float *w, float *z, int m, int n) {
    bool large = m >= 2048 && n >= 4096;
    if (large) {
        rows<<<m, 128>>>(a, x, y, n);
        columns<<<(n + 31) / 32, dim3(32, 32)>>>(b, w, z, m, n);
        return;
    }
    if (m > 0) any<<<(m + 255) / 256, 256>>>(a, 1, n, x, y, m, n);
    if (n > 0) any<<<(n + 255) / 256, 256>>>(b, n, 1, w, z, n, m);
}
