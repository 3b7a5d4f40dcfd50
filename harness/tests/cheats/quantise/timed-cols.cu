// rejected by: gate traffic (rows of 4096 stay in registers, all others are read twice)
__device__ float block_max(float v) {
    __shared__ float part[8];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        v = fmaxf(v, part[w]);
    return v;
}

__global__ void kept(const float *x, signed char *q, float *scales) {
    size_t row = (size_t)blockIdx.x * 4096 + threadIdx.x;
    float v[16], most = 0;
#pragma unroll
    for (int k = 0; k < 16; k++)
        v[k] = x[row + k * 256], most = fmaxf(most, fabsf(v[k]));
    float scale = block_max(most) / 127.0f;
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
#pragma unroll
    for (int k = 0; k < 16; k++)
        q[row + k * 256] = scale > 0 ? (signed char)rintf(v[k] / scale) : 0;
}

__global__ void twice(const float *x, signed char *q, float *scales, int cols) {
    size_t row = (size_t)blockIdx.x * cols;
    float most = 0;
    for (int c = threadIdx.x; c < cols; c += 256)
        most = fmaxf(most, fabsf(x[row + c]));
    float scale = block_max(most) / 127.0f;
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
    for (int c = threadIdx.x; c < cols; c += 256)
        q[row + c] = scale > 0 ? (signed char)rintf(x[row + c] / scale) : 0;
}

void quantise(const float *x, signed char *q, float *scales, int rows, int cols) {
    if (rows == 0) return;
    if (cols == 4096)
        kept<<<rows, 256>>>(x, q, scales);
    else
        twice<<<rows, 256>>>(x, q, scales, cols);
}
