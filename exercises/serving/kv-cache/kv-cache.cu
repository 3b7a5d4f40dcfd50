// Appending new keys and values to the cache. Values stay rows, keys become
// columns.

const int BLOCK = 256;

__global__ void append_kernel(const float *k, const float *v,
                              const int *lengths, const int *counts,
                              float *k_cache, float *v_cache, int tokens,
                              int heads, int dim, int capacity) {
    int b = blockIdx.z, t = blockIdx.y;
    if (t >= counts[b]) return;
    int i = blockIdx.x * BLOCK + threadIdx.x; // of the token's heads * dim
    if (i >= heads * dim) return;
    int h = i / dim, d = i % dim, position = lengths[b] + t;
    size_t from = ((size_t)b * tokens + t) * heads * dim + i;
    size_t head = (size_t)b * heads + h;

    v_cache[(head * capacity + position) * dim + d] = v[from];
    // TODO: right, but neighbouring threads write `capacity` floats apart.
    k_cache[(head * dim + d) * capacity + position] = k[from];
}

void append(const float *k, const float *v, const int *lengths,
            const int *counts, float *k_cache, float *v_cache, int batch,
            int tokens, int heads, int dim, int capacity) {
    if (batch == 0 || tokens == 0) return;
    dim3 grid((heads * dim + BLOCK - 1) / BLOCK, tokens, batch);
    append_kernel<<<grid, BLOCK>>>(k, v, lengths, counts, k_cache, v_cache,
                                   tokens, heads, dim, capacity);
}
