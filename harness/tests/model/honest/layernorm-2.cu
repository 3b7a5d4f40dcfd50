// Layer normalisation, forward: a block per row, the row in registers, one
// float per load.

const int BLOCK = 512;
const int WARPS = BLOCK / 32;

__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int k = 0; k < WARPS; k++) v += part[k];
    return v;
}

template <int ITEMS>
__global__ void layernorm_kernel(const float *__restrict__ x,
                                 const float *__restrict__ weight,
                                 const float *__restrict__ bias,
                                 float *__restrict__ y, float *mean, float *rstd,
                                 int cols, float eps) {
    __shared__ float first[WARPS], second[WARPS];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;

    float v[ITEMS];
    float s = 0.0f;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[c] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) s += v[k];
    float m = block_sum(s, first) / cols;

    s = 0.0f;
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        if (threadIdx.x + k * BLOCK < cols) {
            v[k] -= m;
            s += v[k] * v[k];
        }
    float r = rsqrtf(block_sum(s, second) / cols + eps);

#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c < cols) y[c] = v[k] * r * weight[c] + bias[c];
    }
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

// cols is at least 1 and at most 8192.
void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    if (cols <= 2 * BLOCK)
        layernorm_kernel<2><<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
    else if (cols <= 4 * BLOCK)
        layernorm_kernel<4><<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
    else if (cols <= 8 * BLOCK)
        layernorm_kernel<8><<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
    else
        layernorm_kernel<16><<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
