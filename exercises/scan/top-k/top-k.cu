// The k largest of each row, in order.
//
// TODO: this one is right, and reads each row k times. Keep the best candidates while the
// row passes once.

constexpr int BLOCK = 256, WARPS = BLOCK / 32;

struct Best {
    float value;
    int place;
};

// Larger values first; of equal ones the first of the row.
__device__ bool before(Best a, Best b) {
    return a.value > b.value || (a.value == b.value && a.place < b.place);
}

__device__ Best best_of_warp(Best b) {
    for (int d = 16; d > 0; d /= 2) {
        Best other = {__shfl_xor_sync(~0u, b.value, d), __shfl_xor_sync(~0u, b.place, d)};
        if (before(other, b)) b = other;
    }
    return b;
}

__global__ void top_kernel(const float *x, float *values, int *places, int cols, int k) {
    __shared__ Best heads[WARPS];
    const float *row = x + (size_t)blockIdx.x * cols;
    Best last = {INFINITY, -1}; // found in the round before
    for (int r = 0; r < k; r++) {
        Best own = {-INFINITY, INT_MAX};
        for (int c = threadIdx.x; c < cols; c += BLOCK) {
            Best b = {row[c], c};
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
        __syncthreads(); // heads is written again
    }
}

// k is at most 8, and at most cols.
void top_k(const float *x, float *values, int *places, int rows, int cols, int k) {
    if (rows * k > 0) top_kernel<<<rows, BLOCK>>>(x, values, places, cols, k);
}
