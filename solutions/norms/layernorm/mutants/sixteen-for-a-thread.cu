// rejected by: case cols=8192 (a thread takes 16 elements of 32)
// says: Only the first 4096 elements of a row are used. A row can have 8192, so the threads of a block together must take as many.
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
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    float v[16], s = 0;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        int c = i * BLOCK + threadIdx.x;
        v[i] = c < cols ? x[c] : 0.0f;
        s += v[i];
    }
    float m = block_sum(s) / cols, q = 0;
#pragma unroll
    for (int i = 0; i < 16; i++)
        if (i * BLOCK + threadIdx.x < cols) q += (v[i] - m) * (v[i] - m);
    float r = rsqrtf(block_sum(q) / cols + eps);
#pragma unroll
    for (int i = 0; i < 16; i++) {
        int c = i * BLOCK + threadIdx.x;
        if (c < cols) y[c] = (v[i] - m) * r * weight[c] + bias[c];
    }
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
