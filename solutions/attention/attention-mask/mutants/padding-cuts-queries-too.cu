// rejected by: case (queries beyond the length are masked as well)
// says: lengths[b] masks queries as well. It says how many keys exist; every query has its row of scores.
// Attention scores with causal and padding masks.
//
//   keys 0 ........ lk       # computed    \ masked one by one at the store
//        # # \ . . .         . skipped: -INFINITY, nothing is loaded
//        # # # \ . .
//        # # # # \ .

const int TILE = 32;

// Query i may see keys that exist, and with causal none that is later.
// The last query belongs to the last key.
__device__ bool visible(int i, int j, int length, int lq, int lk, int causal) {
    return j < length && i < length && (!causal || j <= i + lk - lq);
}

__global__ void scores_kernel(const float *q, const float *k,
                              const int *lengths, float *s, int heads, int lq,
                              int lk, int dim, float scale, int causal) {
    __shared__ float qs[TILE][TILE], ks[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE;
    int i = i0 + y, j = j0 + x;
    int length = lengths[blockIdx.z / heads];
    q += (size_t)blockIdx.z * lq * dim;
    k += (size_t)blockIdx.z * lk * dim;
    s += (size_t)blockIdx.z * lq * lk;

    // The pair of the tile that sees most. All threads decide alike, so all
    // leave or none, and no barrier misses anybody.
    if (!visible(min(i0 + TILE - 1, max(i0, length - 1)), j0, length, lq, lk, causal)) {
        if (i < lq && j < lk) s[(size_t)i * lk + j] = -INFINITY;
        return;
    }
    float sum = 0.0f;
    for (int d = x; d - x < dim; d += TILE) {
        qs[y][x] = i < lq && d < dim ? q[(size_t)i * dim + d] : 0.0f;
        ks[y][x] =
            j0 + y < lk && d < dim ? k[(size_t)(j0 + y) * dim + d] : 0.0f;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += qs[y][p] * ks[x][p];
        __syncthreads();
    }
    if (i >= lq || j >= lk) return;
    bool sees = visible(i, j, length, lq, lk, causal);
    s[(size_t)i * lk + j] = sees ? scale * sum : -INFINITY;
}

void masked_scores(const float *q, const float *k, const int *lengths, float *s,
                   int batch, int heads, int lq, int lk, int dim, float scale,
                   int causal) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    dim3 grid((lk + TILE - 1) / TILE, (lq + TILE - 1) / TILE, batch * heads);
    scores_kernel<<<grid, dim3(TILE, TILE)>>>(q, k, lengths, s, heads, lq, lk,
                                              dim, scale, causal);
}
