// RMS normalisation, forward and backward: one block per row.

const int BLOCK = 256;

__global__ void rmsnorm_kernel(const float *x, const float *weight,
                               const float *dy, float *y, float *dx, int cols,
                               float eps) {
    size_t row = (size_t)blockIdx.x * cols;

    // TODO: both sums of the row, from one read of x and dy, and one barrier.
    float r = 1.0f, s = 0.0f;

    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        y[row + c] = x[row + c] * r * weight[c];
        // TODO: the gradient.
        dx[row + c] = weight[c] * dy[row + c];
    }
    (void)s, (void)eps;
}

// cols is at least 1 and at most 8192.
void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows == 0) return;
    rmsnorm_kernel<<<rows, BLOCK>>>(x, weight, dy, y, dx, cols, eps);
}
