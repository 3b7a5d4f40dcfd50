// rejected by: case cols=33 (each warp subtracts the mean of its own share)
// says: The mean that is subtracted comes from the sum of a single warp. All threads need the sum of the whole row.
__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x > 0) return v;
    v = 0.0f;
    for (int w = 0; w < 8; w++)
        v += part[w];
    return v;
}

__global__ void moments_kernel(const float *in, float *mean, float *var,
                               int cols) {
    __shared__ float part[2][8];
    const float *x = in + (size_t)blockIdx.x * cols;
    float v[16], sum = 0.0f, squares = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        int c = threadIdx.x + k * 256;
        v[k] = c < cols ? x[c] : 0.0f;
        sum += v[k];
    }
    float m = block_sum(sum, part[0]) / cols;
#pragma unroll
    for (int k = 0; k < 16; k++) {
        int c = threadIdx.x + k * 256;
        if (c < cols) squares += (v[k] - m) * (v[k] - m);
    }
    squares = block_sum(squares, part[1]);
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        var[blockIdx.x] = squares / cols;
    }
}

void moments(const float *in, float *mean, float *var, int rows, int cols) {
    if (rows == 0) return;
    moments_kernel<<<rows, 256>>>(in, mean, var, cols);
}
