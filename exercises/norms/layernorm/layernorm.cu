// Layer normalisation, forward: one block per row.

const int BLOCK = 256;

__global__ void layernorm_kernel(const float *x, const float *weight,
                                 const float *bias, float *y, float *mean,
                                 float *rstd, int cols, float eps) {
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;

    // TODO: mean and rstd of the row, from one read of it.
    float m = 0.0f, r = 1.0f;

    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = (x[c] - m) * r * weight[c] + bias[c];

    // TODO: store what the backward pass needs.
    (void)mean, (void)rstd, (void)eps;
}

// cols is at least 1 and at most 8192.
void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols,
                                      eps);
}
