// rejected by: trap global-race | trap out-of-bounds | case (the new tokens are read at their positions in the cache)
// says: New tokens are read from `lengths[b] + t`. That is where they go in the cache; in k and v sequence b begins at its token 0.
const int T = 32;

__global__ void append_kernel(const float *k, const float *v, const int *lengths,
                              const int *counts, float *k_cache, float *v_cache, int tokens,
                              int heads, int dim, int capacity) {
    __shared__ float tile[T][T + 1];
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int t0 = blockIdx.y * T, d0 = blockIdx.x * T;
    int count = counts[b], length = lengths[b];
    if (t0 >= count) return;
    size_t head = (size_t)b * heads + h;

    for (int r = threadIdx.y; r < T; r += 8) {
        int t = t0 + r, d = d0 + threadIdx.x;
        if (t < count && d < dim) {
            size_t from = (((size_t)b * tokens + length + t) * heads + h) * dim + d;
            tile[r][threadIdx.x] = k[from];
            v_cache[(head * capacity + length + t) * dim + d] = v[from];
        }
    }
    __syncthreads();
    for (int r = threadIdx.y; r < T; r += 8) {
        int t = t0 + threadIdx.x, d = d0 + r;
        if (t < count && d < dim)
            k_cache[(head * dim + d) * capacity + length + t] = tile[threadIdx.x][r];
    }
}

void append(const float *k, const float *v, const int *lengths, const int *counts,
            float *k_cache, float *v_cache, int batch, int tokens, int heads, int dim,
            int capacity) {
    if (batch == 0 || tokens == 0) return;
    dim3 grid((dim + T - 1) / T, (tokens + T - 1) / T, batch * heads);
    append_kernel<<<grid, dim3(T, 8)>>>(k, v, lengths, counts, k_cache, v_cache, tokens, heads,
                                        dim, capacity);
}
