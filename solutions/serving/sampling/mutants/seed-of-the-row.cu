// rejected by: case (u is made from the number of the row, not from its seed)
// says: u is made from the number of the row. It is made from seeds[row], the seed of the request.
// A token for each row of scores. The pass over the row is that of top-k: each thread keeps
// its eight best in registers. Everything after it is work on k numbers.

constexpr int BLOCK = 256, WARPS = BLOCK / 32, MOST = 8;

struct Best {
    float value;
    int place;
};

// Spreads a seed over all 32 bits. Different seeds give different numbers.
__device__ unsigned int mix(unsigned int h) {
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

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

// The token, of k scores in falling order. In double: a border between two tokens must not
// depend on rounding.
__device__ int draw(const Best *top, int k, double p, double temperature, unsigned int seed) {
    if (temperature == 0) return top[0].place;
    double weight[MOST], all = 0;
#pragma unroll
    for (int i = 0; i < MOST; i++) {
        weight[i] = i < k ? exp((double(top[i].value) - top[0].value) / temperature) : 0;
        all += weight[i];
    }

    double kept = 0; // the sum of those that top-p keeps
#pragma unroll
    for (int i = 0; i < MOST; i++)
        if (i == 0 || kept < p * all) kept += weight[i];

    double target = mix(seed) / 4294967296.0 * kept, sum = 0;
    int chosen = 0; // running sums that do not pass the target
#pragma unroll
    for (int i = 0; i < MOST; i++) {
        sum += weight[i];
        if (sum <= target) chosen = i + 1;
    }
    return top[chosen].place;
}

__global__ void sample_kernel(const float *logits, const unsigned int *seeds, int *tokens,
                              int cols, int k, float p, float temperature) {
    __shared__ Best heads[WARPS], top[MOST];
    const float *row = logits + (size_t)blockIdx.x * cols;
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
            top[r] = best;
            drop_first(list);
        }
        __syncthreads(); // heads is written again, and top is read
    }
    if (threadIdx.x == 0)
        tokens[blockIdx.x] = draw(top, k, p, temperature, blockIdx.x);
}

// k is at most 8, and at most cols.
void sample(const float *logits, const unsigned int *seeds, int *tokens, int rows, int cols,
            int k, float p, float temperature) {
    if (rows > 0)
        sample_kernel<<<rows, BLOCK>>>(logits, seeds, tokens, cols, k, p, temperature);
}
