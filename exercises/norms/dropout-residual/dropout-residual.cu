// Bias, dropout, residual: random numbers are a function of the index.

// Four random words of a counter and a key.
__device__ uint4 philox(uint4 c, unsigned k0, unsigned k1) {
    // TODO: ten rounds.
    (void)k0, (void)k1;
    return c;
}

__global__ void dropout_kernel(const float *x, const float *bias,
                               const float *residual, float *y, int n, int cols,
                               float p, unsigned seed,
                               unsigned long long offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    // TODO: keep or drop, and scale. One call of philox has words for four
    // neighbours.
    y[i] = residual[i] + (x[i] + bias[i % cols]);
    (void)p, (void)seed, (void)offset;
}

void dropout_residual(const float *x, const float *bias, const float *residual,
                      float *y, int rows, int cols, float p, unsigned int seed,
                      unsigned long long offset) {
    int n = rows * cols;
    if (n == 0) return;
    dropout_kernel<<<(n + 255) / 256, 256>>>(x, bias, residual, y, n, cols, p,
                                             seed, offset);
}
