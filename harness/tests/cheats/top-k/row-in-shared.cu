// rejected by: gate shared_bytes (k passes over a copy of the row)
// All k passes, over a copy of the row in shared memory.
constexpr int BLOCK = 512, WARPS = BLOCK / 32;
struct Best { float value; int place; };
__device__ bool before(Best a, Best b) { return a.value > b.value || (a.value == b.value && a.place < b.place); }
__device__ Best best_of_warp(Best b) {
    for (int d = 16; d > 0; d /= 2) {
        Best other = {__shfl_xor_sync(~0u, b.value, d), __shfl_xor_sync(~0u, b.place, d)};
        if (before(other, b)) b = other;
    }
    return b;
}
__global__ void top_kernel(const float *x, float *values, int *places, int cols, int k, int held) {
    extern __shared__ float row[];
    __shared__ Best heads[WARPS];
    const float *far = x + (size_t)blockIdx.x * cols;
    for (int c = threadIdx.x; c < held; c += BLOCK) row[c] = far[c];
    __syncthreads();
    Best last = {INFINITY, -1};
    for (int r = 0; r < k; r++) {
        Best own = {-INFINITY, INT_MAX};
        for (int c = threadIdx.x; c < cols; c += BLOCK) {
            Best b = {c < held ? row[c] : far[c], c};
            if (before(last, b) && before(b, own)) own = b;
        }
        own = best_of_warp(own);
        if (threadIdx.x % 32 == 0) heads[threadIdx.x / 32] = own;
        __syncthreads();
        last = heads[0];
        for (int w = 1; w < WARPS; w++)
            if (before(heads[w], last)) last = heads[w];
        if (threadIdx.x == 0) {
            values[(size_t)blockIdx.x * k + r] = last.value;
            places[(size_t)blockIdx.x * k + r] = last.place;
        }
        __syncthreads();
    }
}
void top_k(const float *x, float *values, int *places, int rows, int cols, int k) {
    if (rows * k == 0) return;
    int held = min(cols, 50000);
    cudaFuncSetAttribute(top_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
    top_kernel<<<rows, BLOCK, held * sizeof(float)>>>(x, values, places, cols, k, held);
}
