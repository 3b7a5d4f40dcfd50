// rejected by: case (both filters are turned round)
// says: The filters are turned round: tap 0 belongs to the leftmost or topmost input, and the last tap to the one at the other end.
__global__ void filter_kernel(const float *in, const float *taps_x,
                              const float *taps_y, float *between, float *out,
                              int h, int w, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;

    float sum = 0.0f, row_sum = 0.0f;
    for (int i = -r; i <= r; i++)
        for (int j = -r; j <= r; j++) {
            bool inside = y + i >= 0 && y + i < h && x + j >= 0 && x + j < w;
            float v = inside ? in[(size_t)(y + i) * w + x + j] : 0.0f;
            sum += taps_y[r - i] * taps_x[r - j] * v;
            if (i == 0) row_sum += taps_x[r - j] * v;
        }
    between[(size_t)y * w + x] = row_sum;
    out[(size_t)y * w + x] = sum;
}

void filter(const float *in, const float *taps_x, const float *taps_y,
            float *between, float *out, int h, int w, int r) {
    if (h == 0 || w == 0) return;
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    filter_kernel<<<grid, block>>>(in, taps_x, taps_y, between, out, h, w, r);
}
