// rejected by: gate traffic (two passes, all products from global memory)
__global__ void row_kernel(const float *in, const float *taps, float *out,
                           int h, int w, int r) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
    for (int j = -r; j <= r; j++)
        if (x + j >= 0 && x + j < w) sum += taps[j + r] * in[y * w + x + j];
    out[y * w + x] = sum;
}

__global__ void column_kernel(const float *in, const float *taps, float *out,
                              int h, int w, int r) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.0f;
    for (int i = -r; i <= r; i++)
        if (y + i >= 0 && y + i < h) sum += taps[i + r] * in[(y + i) * w + x];
    out[y * w + x] = sum;
}

void filter(const float *in, const float *taps_x, const float *taps_y,
            float *between, float *out, int h, int w, int r) {
    if (h == 0 || w == 0) return;
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    row_kernel<<<grid, block>>>(in, taps_x, between, h, w, r);
    column_kernel<<<grid, block>>>(between, taps_y, out, h, w, r);
}
