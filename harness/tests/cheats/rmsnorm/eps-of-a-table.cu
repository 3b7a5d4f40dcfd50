// rejected by: case (takes the nearest eps of those that the brief names)
// RMS normalisation, forward and backward: one block per row, one barrier.
//
//   memory      x, dy --> v[k] = x, g[k] = weight * dy
//   block             (sum of v * v, sum of g * v): a pair, reduced together
//   memory      y, dx <-- from v, g and the two sums

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int MOST = 32; // elements per thread: rows up to 8192
const unsigned ALL = 0xffffffff;

// Both sums over the block, known to all its threads.
__device__ float2 block_sum(float2 v) {
    __shared__ float2 part[WARPS];
    for (int d = 16; d > 0; d /= 2) {
        v.x += __shfl_xor_sync(ALL, v.x, d);
        v.y += __shfl_xor_sync(ALL, v.y, d);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = {0.0f, 0.0f};
    for (int w = 0; w < WARPS; w++) {
        v.x += part[w].x;
        v.y += part[w].y;
    }
    return v;
}

// EACH elements per thread: a constant, so that v and g are in registers.
template <int EACH>
__global__ void rmsnorm_kernel(const float *x, const float *weight,
                               const float *dy, float *y, float *dx, int cols,
                               float eps) {
    size_t row = (size_t)blockIdx.x * cols;
    float v[EACH], g[EACH];
    float2 sums = {0.0f, 0.0f};

#pragma unroll
    for (int k = 0; k < EACH; k++) { // zeros past the end: they add nothing
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[row + c] : 0.0f;
        g[k] = c < cols ? weight[c] * dy[row + c] : 0.0f;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        sums.x += v[k] * v[k];
        sums.y += v[k] * g[k];
    }
    sums = block_sum(sums);
    float r = rsqrtf(sums.x / cols + eps);
    float f = r * r * sums.y / cols;

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c >= cols) continue;
        y[row + c] = v[k] * r * weight[c]; // from L1: it was here a moment ago
        dx[row + c] = r * (g[k] - v[k] * f);
    }
}

// The kernel with the fewest registers that holds a row.
template <int EACH>
static void launch(const float *x, const float *weight, const float *dy,
                   float *y, float *dx, int rows, int cols, float eps) {
    if constexpr (EACH < MOST) {
        if (cols > EACH * BLOCK)
            return launch<2 * EACH>(x, weight, dy, y, dx, rows, cols, eps);
    }
    rmsnorm_kernel<EACH><<<rows, BLOCK>>>(x, weight, dy, y, dx, cols, eps);
}

// cols is at least 1 and at most MOST * BLOCK.
void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    eps = eps > 0.05f ? (eps > 0.5f ? 1.0f : 0.1f) : 1e-5f;
    if (rows == 0) return;
    launch<1>(x, weight, dy, y, dx, rows, cols, eps);
}
