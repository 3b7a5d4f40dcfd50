// rejected by: case h=3 (left and right of a row the pixels of the neighbouring rows are taken)
// says: A row is filtered beyond its ends, into the rows above and below it in memory. Left and right of the image is zero: test x as well.
__global__ void filter_kernel(const float *in, const float *taps_x,
                              const float *taps_y, float *between, float *out,
                              int h, int w, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;

    float sum = 0.0f, row_sum = 0.0f;
    for (int i = -r; i <= r; i++)
        for (int j = -r; j <= r; j++) {
            int at = (y + i) * w + x + j;
            bool inside = at >= 0 && at < h * w;
            float v = inside ? in[(size_t)(y + i) * w + x + j] : 0.0f;
            sum += taps_y[i + r] * taps_x[j + r] * v;
            if (i == 0) row_sum += taps_x[j + r] * v;
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
