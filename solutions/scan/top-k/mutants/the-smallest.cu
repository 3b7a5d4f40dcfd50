// rejected by: case (takes the smallest values, not the largest)
// says: These are the smallest values of each row. The largest are required.
// The k largest of each row, in order. A thread keeps the eight best that it has seen, in
// registers; in the end the block takes the best of all heads, k times.

constexpr int BLOCK = 256, WARPS = BLOCK / 32, MOST = 8;

struct Best {
    float value;
    int place;
};

// Larger values first; of equal ones the first of the row.
__device__ bool before(Best a, Best b) {
    return a.value < b.value || (a.value == b.value && a.place < b.place);
}

// Puts b where it belongs; the last one falls out. Indices are known when it is compiled,
// so the list stays in registers.
__device__ void insert(Best list[MOST], Best b) {
    if (!before(b, list[MOST - 1])) return;
    list[MOST - 1] = b;
#pragma unroll
    for (int i = MOST - 1; i > 0; i--)
        if (before(list[i], list[i - 1])) {
            Best t = list[i];
            list[i] = list[i - 1];
            list[i - 1] = t;
        }
}

__device__ void drop_first(Best list[MOST]) {
#pragma unroll
    for (int i = 0; i < MOST - 1; i++)
        list[i] = list[i + 1];
    list[MOST - 1] = {INFINITY, INT_MAX};
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
    Best list[MOST];
#pragma unroll
    for (int i = 0; i < MOST; i++)
        list[i] = {INFINITY, INT_MAX};
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        insert(list, {row[c], c});

    for (int r = 0; r < k; r++) {
        Best own = best_of_warp(list[0]);
        if (threadIdx.x % 32 == 0) heads[threadIdx.x / 32] = own;
        __syncthreads();
        Best best = heads[0];
        for (int w = 1; w < WARPS; w++)
            if (before(heads[w], best)) best = heads[w];
        if (list[0].place == best.place) { // nobody else has this one
            values[(size_t)blockIdx.x * k + r] = best.value;
            places[(size_t)blockIdx.x * k + r] = best.place;
            drop_first(list);
        }
        __syncthreads(); // heads is written again
    }
}

// k is at most 8, and at most cols.
void top_k(const float *x, float *values, int *places, int rows, int cols, int k) {
    if (rows * k > 0) top_kernel<<<rows, BLOCK>>>(x, values, places, cols, k);
}
