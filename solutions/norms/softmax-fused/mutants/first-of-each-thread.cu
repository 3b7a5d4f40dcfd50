// rejected by: case (the sum has only the first element of each thread)
// says: Each thread adds only its first exponential to the sum. It has more of them when a row is longer than the block.
const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int MOST = 32;
const unsigned ALL = 0xffffffff;

__device__ float block_max(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(ALL, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        v = fmaxf(v, part[w]);
    return v;
}

__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < WARPS; w++)
        v += part[w];
    return v;
}

template <int EACH>
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float maxima[WARPS], sums[WARPS];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float v[EACH], most = -INFINITY, sum = 0.0f;

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[c] : -INFINITY;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++)
        most = fmaxf(most, v[k]);
    most = block_max(most, maxima);

#pragma unroll
    for (int k = 0; k < EACH; k++)
        v[k] = expf(v[k] - most);
    sum = v[0];
    float scale = 1.0f / block_sum(sum, sums);

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c < cols) y[c] = v[k] * scale;
    }
}

template <int EACH>
static void launch(const float *in, float *out, int rows, int cols) {
    if constexpr (EACH < MOST) {
        if (cols > EACH * BLOCK) return launch<2 * EACH>(in, out, rows, cols);
    }
    softmax_kernel<EACH><<<rows, BLOCK>>>(in, out, cols);
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    launch<1>(in, out, rows, cols);
}
