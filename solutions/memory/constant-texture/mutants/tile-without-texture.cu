// rejected by: gate texture_fetches (shared memory, and weights by hand)
// A polynomial whose coefficients are in constant memory, and an image enlarged without
// the texture unit.

const int BLOCK = 256, SIDE = 16, MOST_TERMS = 64;

__constant__ float coefficients[MOST_TERMS];

// All lanes of a warp read the same coefficient: one word for 32 threads.
__global__ void polynomial_kernel(const float *x, float *y, int n, int terms) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float v = x[i], sum = 0.0f;
    for (int k = terms - 1; k >= 0; k--)
        sum = sum * v + coefficients[k];
    y[i] = sum;
}

const int TILE = SIDE + 2;

__device__ int before(int i, int factor) { // the pixel whose centre lies before i's
    return (int)floorf((i + 0.5f) / factor - 0.5f);
}

// A block puts the pixels that its part of the result lies between into shared memory,
// and each thread weights four of them.
__global__ void zoom_kernel(const float *image, float *zoomed, int h, int w, int factor) {
    __shared__ float tile[TILE][TILE];
    int side = SIDE / factor + 2;
    int top = before(blockIdx.y * SIDE, factor), left = before(blockIdx.x * SIDE, factor);
    for (int k = threadIdx.y * SIDE + threadIdx.x; k < side * side; k += SIDE * SIDE) {
        int row = max(0, min(top + k / side, h - 1)), column = max(0, min(left + k % side, w - 1));
        tile[k / side][k % side] = image[(size_t)row * w + column];
    }
    __syncthreads();
    int j = blockIdx.x * SIDE + threadIdx.x, i = blockIdx.y * SIDE + threadIdx.y;
    if (i >= h * factor || j >= w * factor) return;
    int i0 = before(i, factor), j0 = before(j, factor);
    float a = (i + 0.5f) / factor - 0.5f - i0, b = (j + 0.5f) / factor - 0.5f - j0;
    const float *p = &tile[i0 - top][j0 - left];
    zoomed[(size_t)i * w * factor + j] = (1 - a) * ((1 - b) * p[0] + b * p[1]) +
                                         a * ((1 - b) * p[TILE] + b * p[TILE + 1]);
}

static void enlarge(const float *image, float *zoomed, int h, int w, int factor) {
    dim3 grid((w * factor + SIDE - 1) / SIDE, (h * factor + SIDE - 1) / SIDE);
    zoom_kernel<<<grid, dim3(SIDE, SIDE)>>>(image, zoomed, h, w, factor);
}

void lookup(const float *coef, const float *x, float *y, const float *image,
            float *zoomed, int n, int terms, int h, int w, int factor) {
    cudaMemcpyToSymbolAsync(coefficients, coef, terms * sizeof(float), 0,
                            cudaMemcpyDeviceToDevice);
    if (n > 0) polynomial_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, n, terms);
    if (h * w > 0) enlarge(image, zoomed, h, w, factor);
}
