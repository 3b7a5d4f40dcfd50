// rejected by: case decoding | case (takes counts[b] for the position where the new tokens end)
// says: counts[b] is taken for the position where the new tokens end. It is their number: t goes from 0 to counts[b] - 1.
// Appending new keys and values to the cache.

const int TILE = 32;

__global__ void append_kernel(const float *k, const float *v,
                              const int *lengths, const int *counts,
                              float *k_cache, float *v_cache, int tokens,
                              int heads, int dim, int capacity) {
    __shared__ float tile[TILE][TILE + 1];
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int t0 = blockIdx.y * TILE, d0 = blockIdx.x * TILE;
    int count = counts[b], length = lengths[b];
    count -= length;
    if (t0 >= count) return;
    size_t head = (size_t)b * heads + h;
    int d = d0 + threadIdx.x;
    for (int r = threadIdx.y; r < TILE; r += 8) {
        int t = t0 + r;
        if (t < count && d < dim) {
            size_t from = (((size_t)b * tokens + t) * heads + h) * dim + d;
            tile[r][threadIdx.x] = k[from];
            v_cache[(head * capacity + length + t) * dim + d] = v[from];
        }
    }
    __syncthreads();
    int t = t0 + threadIdx.x;
    for (int r = threadIdx.y; r < TILE; r += 8) {
        int dd = d0 + r;
        if (t < count && dd < dim)
            k_cache[(head * dim + dd) * capacity + length + t] = tile[threadIdx.x][r];
    }
}

void append(const float *k, const float *v, const int *lengths,
            const int *counts, float *k_cache, float *v_cache, int batch,
            int tokens, int heads, int dim, int capacity) {
    if (batch == 0 || tokens == 0) return;
    dim3 grid((dim + TILE - 1) / TILE, (tokens + TILE - 1) / TILE, batch * heads);
    append_kernel<<<grid, dim3(TILE, 8)>>>(k, v, lengths, counts, k_cache, v_cache,
                                           tokens, heads, dim, capacity);
}
