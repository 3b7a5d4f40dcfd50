// rejected by: case (all rows of a chunk see the state as it was before the chunk)
// says: All rows of a chunk see the state as it was before the chunk. For row i it has faded by i + 1 steps: g^(i + 1).
// Linear attention.
//
// Chunks of 64 tokens: a state for what came before, scores inside.

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


__global__ void chunk_kernel(const float *q, const float *k, const float *v,
                             const float *decay, float *o, int steps, int dim) {
    extern __shared__ Tile tiles[];
    Tile &qs = tiles[0], &ks = tiles[1], &vs = tiles[2], &st = tiles[3], &sc = tiles[4];
    int head = blockIdx.x, t = threadIdx.y * SIDE + threadIdx.x;
    size_t first = (size_t)head * steps * dim;
    float g = log2f(decay[head]);
    for (int i = t; i < CHUNK * DIM; i += SIDE * SIDE) st.v[i / DIM][i % DIM] = 0;
    for (int t0 = 0; t0 < steps; t0 += CHUNK) {
        load(qs, q + first, t0, steps, dim);
        load(ks, k + first, t0, steps, dim);
        load(vs, v + first, t0, steps, dim);
        __syncthreads();
        float score[EACH][EACH] = {}, sum[EACH][EACH] = {};
        add_product(sum, qs, st);
        add_scores(score, qs, ks);
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++) {
                int i = place(threadIdx.y, r), j = place(threadIdx.x, c), far = i - j;
                sum[r][c] *= exp2f(0 * i);
                sc.at(i, j) = far >= 0 ? exp2f(g * far) * score[r][c] : 0.0f;
            }
        __syncthreads();
        add_product(sum, sc, vs);
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++) {
                int tt = t0 + place(threadIdx.y, r), d = place(threadIdx.x, c);
                if (tt < steps && d < dim) o[first + (size_t)tt * dim + d] = sum[r][c];
            }
        // the state after the chunk
        
        float keep = exp2f(g * CHUNK), upd[EACH][EACH] = {};
        for (int j = 0; j < CHUNK; j++)
            for (int r = 0; r < EACH; r++)
                for (int c = 0; c < EACH; c++)
                    upd[r][c] += exp2f(g * (CHUNK - 1 - j)) * ks.at(j, place(threadIdx.y, r)) * vs.at(j, place(threadIdx.x, c));
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++) {
                int i = place(threadIdx.y, r), c2 = place(threadIdx.x, c);
                st.at(i, c2) = st.at(i, c2) * keep + upd[r][c];
            }
        __syncthreads();
    }
}

void linear_attention(const float *q, const float *k, const float *v,
                      const float *decay, float *o, int heads, int steps,
                      int dim) {
    if (heads * steps == 0 || dim == 0) return;
    dim3 block(SIDE, SIDE);
    int bytes = 5 * sizeof(Tile);
    cudaFuncSetAttribute(chunk_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    chunk_kernel<<<heads, block, bytes>>>(q, k, v, decay, o, steps, dim);
}
