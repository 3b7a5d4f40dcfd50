// rejected by: case rows=7 (divides by cols - 1: the variance of a sample)
// says: The variance is divided by cols - 1, as for a sample. Here it is divided by cols.
__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < 8; w++)
        v += part[w];
    return v;
}

template <int EACH>
__global__ void layernorm_kernel(const float *x, const float *weight,
                                 const float *bias, float *y, float *mean,
                                 float *rstd, int cols, float eps) {
    __shared__ float part[2][8];
    size_t row = (size_t)blockIdx.x * cols;
    float v[EACH], sum = 0, squares = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * 256;
        v[k] = c < cols ? x[row + c] : 0;
        sum += v[k];
    }
    float m = block_sum(sum, part[0]) / cols;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * 256;
        if (c < cols) squares += (v[k] - m) * (v[k] - m);
    }
    float var = block_sum(squares, part[1]) / (cols - 1);
    float r = 1 / sqrtf(var + eps);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * 256;
        if (c < cols) y[row + c] = (v[k] - m) * r * weight[c] + bias[c];
    }
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    if (rows == 0) return;
    if (cols <= 2048)
        layernorm_kernel<8>
            <<<rows, 256>>>(x, weight, bias, y, mean, rstd, cols, eps);
    else
        layernorm_kernel<32>
            <<<rows, 256>>>(x, weight, bias, y, mean, rstd, cols, eps);
}
