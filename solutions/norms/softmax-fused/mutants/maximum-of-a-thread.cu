// rejected by: case (each thread subtracts its own maximum)
// says: Each thread subtracts the maximum of its own elements, so the exponentials of a row do not fit together. Reduce the maximum over the block before the first exponential.
// Softmax of rows: each element is read once and written once.
//
//   memory      x --> v[0] v[1] ... v[EACH-1]     columns t, t + 256, ...
//   registers         maximum, exp(v - maximum), sum
//   memory      y <-- v / sum

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int MOST = 32; // elements per thread: rows up to 8192
const unsigned ALL = 0xffffffff;

// Over the block, known to all its threads. `part` is of no other call:
// somebody may still be reading that of an earlier one.
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

// EACH elements per thread: a constant, so that v is in registers.
template <int EACH>
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float maxima[WARPS], sums[WARPS];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    float v[EACH], most = -INFINITY, sum = 0.0f;

#pragma unroll
    for (int k = 0; k < EACH; k++) { // all loads first: none waits
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[c] : -INFINITY; // never wins, and its exp is 0
    }
#pragma unroll
    for (int k = 0; k < EACH; k++)
        most = fmaxf(most, v[k]);

#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k] = expf(v[k] - most);
    float scale = 1.0f / block_sum(sum, sums);

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c < cols) y[c] = v[k] * scale;
    }
}

// The kernel with the fewest registers that holds a row.
template <int EACH>
static void launch(const float *in, float *out, int rows, int cols) {
    if constexpr (EACH < MOST) {
        if (cols > EACH * BLOCK) return launch<2 * EACH>(in, out, rows, cols);
    }
    softmax_kernel<EACH><<<rows, BLOCK>>>(in, out, cols);
}

// cols is at most MOST * BLOCK.
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    launch<1>(in, out, rows, cols);
}
