// A polynomial, and an image enlarged, both from global memory.
//
// TODO: put the coefficients into constant memory, and let the texture unit interpolate.

const int BLOCK = 256, SIDE = 16, MOST_TERMS = 64;

__global__ void polynomial_kernel(const float *coef, const float *x, float *y, int n,
                                  int terms) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float v = x[i], sum = 0.0f;
    for (int k = terms - 1; k >= 0; k--)
        sum = sum * v + coef[k];
    y[i] = sum;
}

__device__ float pixel(const float *image, int h, int w, int i, int j) {
    i = max(0, min(i, h - 1));
    j = max(0, min(j, w - 1));
    return image[(size_t)i * w + j];
}

__global__ void zoom_kernel(const float *image, float *zoomed, int h, int w,
                            int factor) {
    int j = blockIdx.x * SIDE + threadIdx.x, i = blockIdx.y * SIDE + threadIdx.y;
    if (i >= h * factor || j >= w * factor) return;
    float u = (i + 0.5f) / factor - 0.5f, v = (j + 0.5f) / factor - 0.5f;
    int i0 = (int)floorf(u), j0 = (int)floorf(v);
    float a = u - i0, b = v - j0;
    float top = (1 - b) * pixel(image, h, w, i0, j0) + b * pixel(image, h, w, i0, j0 + 1);
    float low = (1 - b) * pixel(image, h, w, i0 + 1, j0) +
                b * pixel(image, h, w, i0 + 1, j0 + 1);
    zoomed[(size_t)i * w * factor + j] = (1 - a) * top + a * low;
}

void lookup(const float *coef, const float *x, float *y, const float *image,
            float *zoomed, int n, int terms, int h, int w, int factor) {
    if (n > 0)
        polynomial_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(coef, x, y, n, terms);
    if (h * w > 0) {
        dim3 grid((w * factor + SIDE - 1) / SIDE, (h * factor + SIDE - 1) / SIDE);
        zoom_kernel<<<grid, dim3(SIDE, SIDE)>>>(image, zoomed, h, w, factor);
    }
}
