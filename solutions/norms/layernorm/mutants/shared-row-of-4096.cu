// rejected by: trap out-of-bounds | crash | case cols=8192 (the row in shared memory has 4096 places)
const int BLOCK = 256;

__device__ float block_sum(float v) {
    __shared__ float part[32];
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_xor_sync(~0u, v, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float s = 0;
    for (int i = 0; i < BLOCK / 32; i++)
        s += part[i];
    __syncthreads();
    return s;
}

__global__ void layernorm_kernel(const float *x, const float *weight, const float *bias,
                                 float *y, float *mean, float *rstd, int cols, float eps) {
    __shared__ float row[4096];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        row[c] = x[c];
        s += row[c];
    }
    float m = block_sum(s) / cols, q = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        q += (row[c] - m) * (row[c] - m);
    float r = rsqrtf(block_sum(q) / cols + eps);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = (row[c] - m) * r * weight[c] + bias[c];
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    layernorm_kernel<<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
