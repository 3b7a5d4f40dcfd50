// rejected by: case (stores the values turned, like the keys)
// says: The values are stored as columns, like the keys. In `v_cache` the value of a token is a row.
// Appending new keys and values to the cache. Values stay rows, keys become
// columns: a tile of 32 tokens and 32 columns is turned in shared memory.

const int TILE = 32;
const int SIDE = 8; // warps of a block

__global__ void append_kernel(const float *k, const float *v,
                              const int *lengths, const int *counts,
                              float *k_cache, float *v_cache, int tokens,
                              int heads, int dim, int capacity) {
    __shared__ float tile[TILE][TILE + 1]; // 33: a column has 32 banks
    int b = blockIdx.z, h = blockIdx.y, x = threadIdx.x;
    int across = (dim + TILE - 1) / TILE;
    int t0 = blockIdx.x / across * TILE, d0 = blockIdx.x % across * TILE;
    int count = counts[b], length = lengths[b];
    if (t0 >= count) return; // the same for the whole block

    k += ((size_t)b * tokens * heads + h) * dim;
    v += ((size_t)b * tokens * heads + h) * dim;
    k_cache += ((size_t)b * heads + h) * dim * capacity + length;
    v_cache += (((size_t)b * heads + h) * capacity + length) * dim;

    for (int y = threadIdx.y; y < TILE; y += SIDE) {
        int t = t0 + y, d = d0 + x;
        if (t >= count || d >= dim) continue;
        size_t from = (size_t)t * heads * dim + d;
        tile[y][x] = k[from];
        (v_cache - (size_t)length * dim + length)[(size_t)d * capacity + t] = v[from];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < TILE; y += SIDE) {
        int t = t0 + x, d = d0 + y; // x is along the tokens now
        if (t < count && d < dim)
            k_cache[(size_t)d * capacity + t] = tile[x][y];
    }
}

void append(const float *k, const float *v, const int *lengths,
            const int *counts, float *k_cache, float *v_cache, int batch,
            int tokens, int heads, int dim, int capacity) {
    if (batch == 0 || tokens == 0) return;
    int along = (tokens + TILE - 1) / TILE, across = (dim + TILE - 1) / TILE;
    dim3 grid(along * across, heads, batch), block(TILE, SIDE);
    append_kernel<<<grid, block>>>(k, v, lengths, counts, k_cache, v_cache,
                                   tokens, heads, dim, capacity);
}
