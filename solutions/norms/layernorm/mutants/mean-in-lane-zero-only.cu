// rejected by: case rows=7 (after shfl_down only lane 0 has the mean)
// says: The lanes subtract different means. After __shfl_down_sync only lane 0 has the sum of the warp: use __shfl_xor_sync, or hand the mean out with __shfl_sync.
const int BLOCK = 256, WARPS = 8;

__global__ void layernorm_kernel(const float *x, const float *weight, const float *bias,
                                 float *y, float *mean, float *rstd, int rows, int cols, float eps) {
    int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    x += (size_t)row * cols;
    y += (size_t)row * cols;
    float s = 0;
    for (int c = lane; c < cols; c += 32)
        s += x[c];
    for (int o = 16; o > 0; o /= 2)
        s += __shfl_down_sync(~0u, s, o);
    float m = s / cols, q = 0;
    for (int c = lane; c < cols; c += 32)
        q += (x[c] - m) * (x[c] - m);
    for (int o = 16; o > 0; o /= 2)
        q += __shfl_down_sync(~0u, q, o);
    float r = rsqrtf(q / cols + eps);
    for (int c = lane; c < cols; c += 32)
        y[c] = (x[c] - m) * r * weight[c] + bias[c];
    if (lane == 0) {
        mean[row] = m;
        rstd[row] = r;
    }
}

void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<(rows + WARPS - 1) / WARPS, BLOCK>>>(x, weight, bias, y, mean, rstd, rows, cols, eps);
}
