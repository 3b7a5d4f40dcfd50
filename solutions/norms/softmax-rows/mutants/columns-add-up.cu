// rejected by: case rows=7 (normalises the columns instead of the rows)
// says: The columns of `out` add up to 1. The rows have to.
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

__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    const float *x = in + blockIdx.x;
    float *y = out + blockIdx.x;

    float most = -INFINITY; // of nothing: never larger than an element
    for (int r = threadIdx.x; r < rows; r += BLOCK)
        most = fmaxf(most, x[(size_t)r * cols]);
    most = block_max(most);

    float sum = 0.0f;
    for (int r = threadIdx.x; r < rows; r += BLOCK)
        sum += expf(x[(size_t)r * cols] - most);
    float scale = 1.0f / block_sum(sum); // at least 1: the maximum's own term

    for (int r = threadIdx.x; r < rows; r += BLOCK)
        y[(size_t)r * cols] = expf(x[(size_t)r * cols] - most) * scale;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<cols, BLOCK>>>(in, out, rows, cols);
}
