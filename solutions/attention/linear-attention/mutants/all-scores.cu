// rejected by: gate instructions (a score for each pair of tokens)
const int CHUNK = 64; // steps of a chunk
const int DIM = 64;   // columns of a tile: dim at the most
const int SIDE = 16;  // a block is SIDE x SIDE threads
const int EACH = 4;   // each has EACH x EACH elements of a tile

// Row r is moved by r, so that 32 rows of one column lie in 32 banks.
struct Tile {
    float v[CHUNK][DIM];
    __device__ float &at(int r, int c) { return v[r][(c + r) % DIM]; }
};

// Rows t0 and following, zeros outside.
__device__ void load(Tile &tile, const float *from, int t0, int rows, int dim) {
    int t = threadIdx.y * SIDE + threadIdx.x;
    for (int i = t; i < CHUNK * DIM; i += SIDE * SIDE) {
        int r = i / DIM, c = i % DIM;
        bool inside = t0 + r < rows && c < dim;
        tile.at(r, c) = inside ? from[(size_t)(t0 + r) * dim + c] : 0.0f;
    }
}

// The thread's elements of a tile are (y + SIDE * r, x + SIDE * c).
__device__ int place(int thread, int k) {
    return thread + SIDE * k;
}

// sum += a b
__device__ void add_product(float (*sum)[EACH], Tile &a, Tile &b) {
    for (int d = 0; d < DIM; d++)
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++)
                sum[r][c] += a.at(place(threadIdx.y, r), d) *
                             b.at(d, place(threadIdx.x, c));
}

// sum += a b, with the rows of b as columns
__device__ void add_scores(float (*sum)[EACH], Tile &a, Tile &b) {
    for (int d = 0; d < DIM; d++)
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++)
                sum[r][c] += a.at(place(threadIdx.y, r), d) *
                             b.at(place(threadIdx.x, c), d);
}

__global__ void scores_kernel(const float *q, const float *k, const float *v,
                              const float *decay, float *o, int steps,
                              int dim) {
    __shared__ Tile qs, ks, vs;
    int head = blockIdx.y, t0 = blockIdx.x * CHUNK;
    size_t first = (size_t)head * steps * dim;
    float g = log2f(decay[head]), sum[EACH][EACH] = {};
    load(qs, q + first, t0, steps, dim);
    for (int j0 = 0; j0 <= t0; j0 += CHUNK) {
        load(ks, k + first, j0, steps, dim);
        load(vs, v + first, j0, steps, dim);
        __syncthreads();
        float score[EACH][EACH] = {};
        add_scores(score, qs, ks);
        __syncthreads(); // the keys have been used
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++) {
                int i = place(threadIdx.y, r), j = place(threadIdx.x, c);
                int far = t0 + i - j0 - j;
                ks.at(i, j) = far >= 0 ? exp2f(g * far) * score[r][c] : 0.0f;
            }
        __syncthreads();
        add_product(sum, ks, vs);
        __syncthreads();
    }
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < EACH; c++) {
            int t = t0 + place(threadIdx.y, r), d = place(threadIdx.x, c);
            if (t < steps && d < dim)
                o[first + (size_t)t * dim + d] = sum[r][c];
        }
}

void linear_attention(const float *q, const float *k, const float *v,
                      const float *decay, float *o, int heads, int steps,
                      int dim) {
    if (heads * steps == 0 || dim == 0) return;
    dim3 block(SIDE, SIDE), grid((steps + CHUNK - 1) / CHUNK, heads);
    scores_kernel<<<grid, block>>>(q, k, v, decay, o, steps, dim);
}
