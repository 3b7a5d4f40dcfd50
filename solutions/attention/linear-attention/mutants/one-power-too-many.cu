// rejected by: case (key j of a chunk enters the state with g^(64 - j))
// says: Key j of a chunk enters the state with g^(64 - j). At the end of the chunk, its last key has not faded yet: the power is 63 - j.
// Linear attention.
//

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

// sum += a^T b
__device__ void add_outer(float (*sum)[EACH], Tile &a, Tile &b) {
    for (int t = 0; t < CHUNK; t++)
        for (int r = 0; r < EACH; r++)
            for (int c = 0; c < EACH; c++)
                sum[r][c] += a.at(t, place(threadIdx.y, r)) *
                             b.at(t, place(threadIdx.x, c));
}

// What each chunk adds to the state.
__global__ void chunk_kernel(const float *k, const float *v, const float *decay,
                             float *states, int steps, int dim) {
    __shared__ Tile ks, vs;
    int head = blockIdx.y, t0 = blockIdx.x * CHUNK;
    size_t first = (size_t)head * steps * dim;
    float g = log2f(decay[head]), sum[EACH][EACH] = {};
    load(ks, k + first, t0, steps, dim);
    load(vs, v + first, t0, steps, dim);
    __syncthreads();
    int t = threadIdx.y * SIDE + threadIdx.x;
    for (int i = t; i < CHUNK * DIM; i += SIDE * SIDE) {
        int r = i / DIM, c = i % DIM;
        ks.at(r, c) *= exp2f(g * (CHUNK - r));
    }
    __syncthreads();
    add_outer(sum, ks, vs);
    float *to = states + ((size_t)head * gridDim.x + blockIdx.x) * DIM * DIM;
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < EACH; c++)
            to[place(threadIdx.y, r) * DIM + place(threadIdx.x, c)] = sum[r][c];
}

// The state before each chunk.
__global__ void scan_kernel(const float *decay, float *states, int chunks) {
    int e = blockIdx.x * 256 + threadIdx.x, head = blockIdx.y;
    float far = exp2f(log2f(decay[head]) * CHUNK), s = 0.0f;
    float *p = states + (size_t)head * chunks * DIM * DIM + e;
    for (int c = 0; c < chunks; c++) {
        float add = p[(size_t)c * DIM * DIM];
        p[(size_t)c * DIM * DIM] = s;
        s = far * s + add;
    }
}

__global__ void out_kernel(const float *q, const float *k, const float *v,
                           const float *decay, const float *states, float *o, int steps,
                           int dim) {
    __shared__ Tile qs, ks, vs;
    int head = blockIdx.y, t0 = blockIdx.x * CHUNK;
    size_t first = (size_t)head * steps * dim;
    float g = log2f(decay[head]), sum[EACH][EACH] = {};
    load(qs, q + first, t0, steps, dim);
    load(ks, k + first, t0, steps, dim);
    load(vs, states + ((size_t)head * gridDim.x + blockIdx.x) * DIM * DIM, 0, DIM, DIM);
    __syncthreads();
    add_product(sum, qs, vs);
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < EACH; c++)
            sum[r][c] *= exp2f(g * (place(threadIdx.y, r) + 1));
    float score[EACH][EACH] = {};
    add_scores(score, qs, ks);
    __syncthreads();
    load(vs, v + first, t0, steps, dim);
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < EACH; c++) {
            int i = place(threadIdx.y, r), j = place(threadIdx.x, c);
            ks.at(i, j) = i >= j ? exp2f(g * (i - j)) * score[r][c] : 0.0f;
        }
    __syncthreads();
    add_product(sum, ks, vs);
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
    int chunks = (steps + CHUNK - 1) / CHUNK;
    float *states;
    cudaMallocAsync(&states, sizeof(float) * heads * chunks * DIM * DIM, 0);
    dim3 block(SIDE, SIDE), grid(chunks, heads);
    chunk_kernel<<<grid, block>>>(k, v, decay, states, steps, dim);
    scan_kernel<<<dim3(DIM * DIM / 256, heads), 256>>>(decay, states, chunks);
    out_kernel<<<grid, block>>>(q, k, v, decay, states, o, steps, dim);
    cudaFreeAsync(states, 0);
}
