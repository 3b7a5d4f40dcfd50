// A token for each row of scores: top-k, temperature, top-p, and a draw.

constexpr int BLOCK = 256;

// Spreads a seed over all 32 bits. Different seeds give different numbers.
__device__ unsigned int mix(unsigned int h) {
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

// TODO: this is the rule for temperature 0, and slow: one thread for a row. Find the k best
// with a block, weigh and cut them, and draw with mix(seeds[row]).
__global__ void sample_kernel(const float *logits, int *tokens, int rows, int cols) {
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows) return;
    const float *row = logits + (size_t)r * cols;
    int best = 0;
    for (int c = 1; c < cols; c++)
        if (row[c] > row[best]) best = c;
    tokens[r] = best;
}

// k is at most 8, and at most cols.
void sample(const float *logits, const unsigned int *seeds, int *tokens, int rows, int cols,
            int k, float p, float temperature) {
    if (rows > 0)
        sample_kernel<<<(rows + BLOCK - 1) / BLOCK, BLOCK>>>(logits, tokens, rows, cols);
}
