// rejected by: case rows=7 cols=31 (each thread takes its own sum / cols for the mean)
// says: mean is right, and the squares are those around another mean: each thread divides its own part of the sum by cols. All threads need the mean of the whole row: take the sum that the block has added up.
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
    float m = block_sum(s) / cols;
    float q = 0; for (int k = 0, c = threadIdx.x; c < cols; c += BLOCK, k++) { float e = v[k] - s / cols; q += e * e; }
    float r = rsqrtf(block_sum(q) / cols + eps);
    for (int k = 0, c = threadIdx.x; c < cols; c += BLOCK, k++) y[c] = (v[k] - m) * r * weight[c] + bias[c];
    if (threadIdx.x == 0) { mean[blockIdx.x] = m; rstd[blockIdx.x] = r; }
}
void layernorm(const float *x, const float *weight, const float *bias, float *y, float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
