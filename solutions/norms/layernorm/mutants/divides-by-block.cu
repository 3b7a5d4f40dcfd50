// rejected by: case rows=1 cols=1 (the sum is divided by the number of threads)
// says: The mean is the sum of the row divided by 256, the number of threads in the block. It is divided by cols, however many threads add it up.
const int BLOCK = 256;
__device__ float block_sum(float v) {
    __shared__ float t[BLOCK];
    t[threadIdx.x] = v;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) t[threadIdx.x] += t[threadIdx.x + s];
        __syncthreads();
    }
    float r = t[0];
    __syncthreads();
    return r;
}
__global__ void layernorm_kernel(const float *x, const float *weight, const float *bias, float *y, float *mean, float *rstd, int cols, float eps) {
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    float v[32], s = 0;
    for (int k = 0, c = threadIdx.x; c < cols; c += BLOCK, k++) { v[k] = x[c]; s += v[k]; }
    float m = block_sum(s) / BLOCK;
    float q = 0; for (int k = 0, c = threadIdx.x; c < cols; c += BLOCK, k++) { float e = v[k] - m; q += e * e; }
    float r = rsqrtf(block_sum(q) / cols + eps);
    for (int k = 0, c = threadIdx.x; c < cols; c += BLOCK, k++) y[c] = (v[k] - m) * r * weight[c] + bias[c];
    if (threadIdx.x == 0) { mean[blockIdx.x] = m; rstd[blockIdx.x] = r; }
}
void layernorm(const float *x, const float *weight, const float *bias, float *y, float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
