// rejected by: gate fp64_ops (E[x^2] - E[x]^2, in double)
// E[x^2] - E[x]^2 after all, in double, where nobody sees it.
const int BLOCK = 256;
__global__ void layernorm_kernel(const float *x, const float *weight, const float *bias, float *y,
                                 float *mean, float *rstd, int cols, float eps) {
    __shared__ float row[8192];
    __shared__ double s1[BLOCK / 32], s2[BLOCK / 32];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    double sum = 0, squares = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        double v = row[c] = x[c];
        sum += v, squares += v * v;
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d), squares += __shfl_xor_sync(~0u, squares, d);
    if (threadIdx.x % 32 == 0) s1[threadIdx.x / 32] = sum, s2[threadIdx.x / 32] = squares;
    __syncthreads();
    sum = squares = 0;
    for (int w = 0; w < BLOCK / 32; w++) sum += s1[w], squares += s2[w];
    double md = sum / cols, vd = squares / cols - md * md;
    float m = (float)md, r = rsqrtf((float)(vd > 0 ? vd : 0) + eps);
    for (int c = threadIdx.x; c < cols; c += BLOCK) y[c] = (row[c] - m) * r * weight[c] + bias[c];
    if (threadIdx.x == 0) mean[blockIdx.x] = m, rstd[blockIdx.x] = r;
}
void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
