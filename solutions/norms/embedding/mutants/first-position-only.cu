// rejected by: case (takes the first position of each token and no more)
// says: Only the first position of each token counts. The row is the sum over all of its positions.
// The gradient of an embedding table: each row collects its tokens. A warp has 128
// columns of a row.

constexpr int BLOCK = 256, WARPS = BLOCK / 32;
constexpr int COLS = 4;           // columns of a lane
constexpr int WIDE = 32 * COLS;   // of a warp
constexpr int GROUP = 4;          // tokens under way
constexpr int PADDING = 0;

__global__ void collect_kernel(const int *starts, const int *order,
                               const float *dy, float *dtable, int vocab,
                               int dim) {
    int v = blockIdx.x * WARPS + threadIdx.x / 32;
    int d0 = blockIdx.y * WIDE + threadIdx.x % 32;
    if (v >= vocab) return;
    int k = starts[v], end = v == PADDING ? k : min(k + 1, starts[v + 1]);

    float sum[COLS] = {};
    for (; k < end; k += GROUP) {
        int at[GROUP];
        for (int g = 0; g < GROUP; g++)
            at[g] = k + g < end ? order[k + g] : -1;
        float add[GROUP][COLS];
        for (int g = 0; g < GROUP; g++)
            for (int c = 0; c < COLS; c++) {
                int d = d0 + 32 * c;
                bool there = at[g] >= 0 && d < dim;
                add[g][c] = there ? dy[(size_t)at[g] * dim + d] : 0.0f;
            }
        for (int g = 0; g < GROUP; g++)
            for (int c = 0; c < COLS; c++)
                sum[c] += add[g][c];
    }
    for (int c = 0; c < COLS; c++)
        if (d0 + 32 * c < dim) dtable[(size_t)v * dim + d0 + 32 * c] = sum[c];
}

void embedding_grad(const int *starts, const int *order, const float *dy,
                    float *dtable, int vocab, int count, int dim) {
    if (vocab == 0 || dim == 0) return;
    dim3 grid((vocab + WARPS - 1) / WARPS, (dim + WIDE - 1) / WIDE);
    collect_kernel<<<grid, BLOCK>>>(starts, order, dy, dtable, vocab, dim);
}
