// rejected by: build (two reductions, and warps wait for flags in the second)
const int BLOCK = 256, WARPS = BLOCK / 32, EACH = 32;

__device__ void warp_sum(float v, float *part) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
}

__device__ float all_of(const float *part) {
    float v = 0.0f;
    for (int w = 0; w < WARPS; w++)
        v += part[w];
    return v;
}

__global__ void rmsnorm_kernel(const float *x, const float *weight,
                               const float *dy, float *y, float *dx, int cols,
                               float eps) {
    size_t row = (size_t)blockIdx.x * cols;
    float v[EACH], g[EACH], squares = 0.0f, products = 0.0f;
    __shared__ float first[WARPS], second[WARPS];
    __shared__ volatile int done[WARPS];

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        v[k] = c < cols ? x[row + c] : 0.0f;
        g[k] = c < cols ? weight[c] * dy[row + c] : 0.0f;
        squares += v[k] * v[k];
        products += v[k] * g[k];
    }
    if (threadIdx.x < WARPS) done[threadIdx.x] = 0;
    warp_sum(squares, first);
    __syncthreads();
    float r = rsqrtf(all_of(first) / cols + eps);
    warp_sum(products, second);
    __threadfence_block();
    if (threadIdx.x % 32 == 0) done[threadIdx.x / 32] = 1;
    __syncwarp();
    for (int w = 0; w < WARPS; w++)
        while (!done[w]) {
        }
    __threadfence_block();
    products = all_of(second);

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = threadIdx.x + k * BLOCK;
        if (c >= cols) continue;
        y[row + c] = v[k] * r * weight[c];
        dx[row + c] = r * (g[k] - v[k] * r * r * products / cols);
    }
}

void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows > 0)
        rmsnorm_kernel<<<rows, BLOCK>>>(x, weight, dy, y, dx, cols, eps);
}
