// rejected by: case (takes the nearest eps of those that the brief names)
// Layer normalisation, forward: one block per row, each element read once.
//
//   memory      x --> v[0] v[1] ... v[EACH-1]     columns t, t + 256, ...
//   registers         mean, then sum of (v - mean)^2
//   memory      y <-- (v - mean) * rstd * weight + bias

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int MOST = 32; // elements per thread: rows up to 8192

// The sum over the block, known to all its threads. `part` is of no other call:
// somebody may still be reading that of an earlier one.
__device__ float block_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < WARPS; w++)
        v += part[w];
    return v;
}

// EACH elements per thread: a constant, so that v is in registers.
template <int EACH>
__global__ void layernorm_kernel(const float *x, const float *weight,
                                 const float *bias, float *y, float *mean,
                                 float *rstd, int cols, float eps) {
    __shared__ float part[2][WARPS];
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    float v[EACH], sum = 0.0f, squares = 0.0f;

#pragma unroll
    for (int k = 0; k < EACH; k++) { // all loads first: none waits
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[c] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += v[k];
    float m = block_sum(sum, part[0]) / cols;

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        v[k] -= m;
        if (threadIdx.x + k * BLOCK < cols) squares += v[k] * v[k];
    }
    float r = rsqrtf(block_sum(squares, part[1]) / cols + eps);

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c < cols) y[c] = v[k] * r * weight[c] + bias[c];
    }
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = m;
        rstd[blockIdx.x] = r;
    }
}

// The kernel with the fewest registers that holds a row.
template <int EACH>
static void launch(const float *x, const float *weight, const float *bias,
                   float *y, float *mean, float *rstd, int rows, int cols,
                   float eps) {
    if constexpr (EACH < MOST) {
        if (cols > EACH * BLOCK)
            return launch<2 * EACH>(x, weight, bias, y, mean, rstd, rows, cols,
                                    eps);
    }
    layernorm_kernel<EACH>
        <<<rows, BLOCK>>>(x, weight, bias, y, mean, rstd, cols, eps);
}

// cols is at least 1 and at most MOST * BLOCK.
void layernorm(const float *x, const float *weight, const float *bias, float *y,
               float *mean, float *rstd, int rows, int cols, float eps) {
    eps = eps > 0.5f ? 1.0f : 1e-5f;
    if (rows == 0) return;
    launch<1>(x, weight, bias, y, mean, rstd, rows, cols, eps);
}
