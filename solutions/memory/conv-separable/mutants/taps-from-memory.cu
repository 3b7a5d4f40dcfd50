// rejected by: gate traffic (each product reads its tap from global memory)
const int MAX_R = 8, LONG = 256, TALL = 64;

__global__ void row_kernel(const float *in, const float *taps, float *between, int h, int w, int r) {
    __shared__ float tile[LONG + 2 * MAX_R];
    int y = blockIdx.y, x0 = blockIdx.x * LONG;
    for (int i = threadIdx.x; i < LONG + 2 * r; i += LONG) {
        int x = x0 - r + i;
        tile[i] = x >= 0 && x < w ? in[(size_t)y * w + x] : 0.0f;
    }
    __syncthreads();
    int x = x0 + threadIdx.x;
    if (x >= w) return;
    float sum = 0.0f;
    for (int j = 0; j <= 2 * r; j++)
        sum += taps[j] * tile[threadIdx.x + j];
    between[(size_t)y * w + x] = sum;
}

__global__ void column_kernel(const float *between, const float *taps, float *out, int h, int w, int r) {
    __shared__ float tile[TALL + 2 * MAX_R][32];
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * TALL;
    for (int i = threadIdx.y; i < TALL + 2 * r; i += 8) {
        int y = y0 - r + i;
        tile[i][threadIdx.x] = x < w && y >= 0 && y < h ? between[(size_t)y * w + x] : 0.0f;
    }
    __syncthreads();
    for (int i = threadIdx.y; i < TALL; i += 8) {
        float sum = 0.0f;
        for (int j = 0; j <= 2 * r; j++)
            sum += taps[j] * tile[i + j][threadIdx.x];
        if (x < w && y0 + i < h) out[(size_t)(y0 + i) * w + x] = sum;
    }
}

void filter(const float *in, const float *taps_x, const float *taps_y,
            float *between, float *out, int h, int w, int r) {
    if (h == 0 || w == 0) return;
    row_kernel<<<dim3((w + LONG - 1) / LONG, h), LONG>>>(in, taps_x, between, h, w, r);
    column_kernel<<<dim3((w + 31) / 32, (h + TALL - 1) / TALL), dim3(32, 8)>>>(between, taps_y, out, h, w, r);
}
