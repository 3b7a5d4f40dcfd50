// rejected by: case (a query sees the keys of its own chunk only: the state is not added)
// says: A query sees the keys of its own chunk only. What earlier chunks left, q times the state before the chunk, is missing.
// Linear attention in chunks: what each chunk adds to the state, the states
// before all chunks in order, and the outputs from state and own chunk.

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

__device__ void load_powers(float *power, float decay) {
    int t = threadIdx.y * SIDE + threadIdx.x;
    if (t <= CHUNK) power[t] = powf(decay, t);
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

// A chunk adds to the state the sum of g^(63 - j) * k_j v_j.
__global__ void update_kernel(const float *k, const float *v,
                              const float *decay, float *states, int steps,
                              int dim) {
    __shared__ Tile ks, vs;
    __shared__ float power[CHUNK + 1];
    int head = blockIdx.y, t0 = blockIdx.x * CHUNK;
    size_t first = (size_t)head * steps * dim;
    load_powers(power, decay[head]);
    load(ks, k + first, t0, steps, dim);
    load(vs, v + first, t0, steps, dim);
    __syncthreads();

    float sum[EACH][EACH] = {};
    for (int j = 0; j < CHUNK; j++)
        for (int r = 0; r < EACH; r++) {
            float key = power[CHUNK - 1 - j] * ks.at(j, place(threadIdx.y, r));
            for (int c = 0; c < EACH; c++)
                sum[r][c] += key * vs.at(j, place(threadIdx.x, c));
        }
    float *state = states + ((size_t)head * gridDim.x + blockIdx.x) * dim * dim;
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < EACH; c++) {
            int i = place(threadIdx.y, r), j = place(threadIdx.x, c);
            if (i < dim && j < dim) state[i * dim + j] = sum[r][c];
        }
}

// The state before each chunk takes the place of what the chunk adds.
__global__ void order_kernel(const float *decay, float *states, int chunks,
                             int dim) {
    int i = blockIdx.x * SIDE * SIDE + threadIdx.x, size = dim * dim;
    if (i >= size) return;
    float *state = states + (size_t)blockIdx.y * chunks * size + i, sum = 0.0f;
    float fade = powf(decay[blockIdx.y], CHUNK);
    for (int n = 0; n < chunks; n++) {
        float added = state[(size_t)n * size];
        state[(size_t)n * size] = sum;
        sum = fade * sum + added;
    }
}

__global__ void output_kernel(const float *q, const float *k, const float *v,
                              const float *decay, const float *states, float *o,
                              int steps, int dim) {
    __shared__ Tile qs, ks, vs; // later: ks the scores; first: vs the state
    int head = blockIdx.y, t0 = blockIdx.x * CHUNK;
    size_t first = (size_t)head * steps * dim;
    float g = log2f(decay[head]);
    load(qs, q + first, t0, steps, dim);
    load(ks, k + first, t0, steps, dim);
    size_t chunk = (size_t)head * gridDim.x + blockIdx.x;
    load(vs, states + chunk * dim * dim, 0, dim, dim);
    __syncthreads();

    float score[EACH][EACH] = {}, sum[EACH][EACH] = {};
    add_scores(score, qs, ks);
    add_product(sum, qs, vs);
    __syncthreads(); // keys and state have been used
    load(vs, v + first, t0, steps, dim);
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < EACH; c++) {
            int i = place(threadIdx.y, r), j = place(threadIdx.x, c);
            sum[r][c] = 0.0f;
            ks.at(i, j) = j <= i ? exp2f(g * (i - j)) * score[r][c] : 0.0f;
        }
    __syncthreads(); // scores and values are there
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
    int chunks = (steps + CHUNK - 1) / CHUNK, size = dim * dim;
    float *states;
    cudaMallocAsync(&states, (size_t)heads * chunks * size * sizeof *states, 0);
    dim3 block(SIDE, SIDE), grid(chunks, heads);
    update_kernel<<<grid, block>>>(k, v, decay, states, steps, dim);
    dim3 elements((size + SIDE * SIDE - 1) / (SIDE * SIDE), heads);
    order_kernel<<<elements, SIDE * SIDE>>>(decay, states, chunks, dim);
    output_kernel<<<grid, block>>>(q, k, v, decay, states, o, steps, dim);
    cudaFreeAsync(states, 0);
}
