// rejected by: gate own_memory (q and k are copied into the layout of a batched product)
const int TILE = 64;
const int STEP = 16;
const int SIDE = 16;
const int EACH = TILE / SIDE;
const int PITCH = TILE + 2;

__device__ void load(float tile[STEP][PITCH], const float *head, int row_floats,
                     int first, int rows, int d, int dim) {
    int t = threadIdx.y * SIDE + threadIdx.x;
    for (int e = t; e < TILE * STEP; e += SIDE * SIDE) {
        int row = e / STEP, c = e % STEP;
        bool there = first + row < rows && d + c < dim;
        tile[c][row] =
            there ? head[(size_t)(first + row) * row_floats + d + c] : 0.0f;
    }
}

__global__ void qk_kernel(const float *q, const float *k, float *s, int heads,
                          int lq, int lk, int dim, float scale) {
    __shared__ float qs[STEP][PITCH], ks[STEP][PITCH];
    int b = blockIdx.z / heads, h = blockIdx.z % heads, row = heads * dim;
    int i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE;
    q += (size_t)b * lq * row + h * dim;
    k += (size_t)b * lk * row + h * dim;
    s += (size_t)blockIdx.z * lq * lk;

    float sum[EACH][EACH] = {};
    for (int d = 0; d < dim; d += STEP) {
        load(qs, q, row, i0, lq, d, dim);
        load(ks, k, row, j0, lk, d, dim);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < STEP; p++)
            for (int y = 0; y < EACH; y++)
                for (int x = 0; x < EACH; x++)
                    sum[y][x] += qs[p][threadIdx.y + y * SIDE] *
                                 ks[p][threadIdx.x + x * SIDE];
        __syncthreads();
    }
    for (int y = 0; y < EACH; y++)
        for (int x = 0; x < EACH; x++) {
            int i = i0 + threadIdx.y + y * SIDE,
                j = j0 + threadIdx.x + x * SIDE;
            if (i < lq && j < lk) s[(size_t)i * lk + j] = scale * sum[y][x];
        }
}

static void tiled(const float *q, const float *k, float *s, int batch,
                  int heads, int lq, int lk, int dim, float scale) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    dim3 grid((lk + TILE - 1) / TILE, (lq + TILE - 1) / TILE, batch * heads);
    qk_kernel<<<grid, dim3(SIDE, SIDE)>>>(q, k, s, heads, lq, lk, dim, scale);
}

__global__ void turn(const float *x, float *to, int l, int heads, int dim, size_t n) {
    size_t i = blockIdx.x * 256ull + threadIdx.x;
    if (i >= n) return;
    int d = i % dim, h = i / dim % heads;
    size_t t = i / dim / heads;
    to[((t / l * heads + h) * l + t % l) * dim + d] = x[i];
}
void attention_qk(const float *q, const float *k, float *s, int batch, int heads, int lq, int lk, int dim, float scale) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    size_t nq = (size_t)batch * heads * lq * dim, nk = (size_t)batch * heads * lk * dim;
    float *copy;
    cudaMallocAsync(&copy, (nq + nk) * 4, 0);
    turn<<<(nq + 255) / 256, 256>>>(q, copy, lq, heads, dim, nq);
    turn<<<(nk + 255) / 256, 256>>>(k, copy + nq, lk, heads, dim, nk);
    tiled(copy, copy + nq, s, batch * heads, 1, lq, lk, dim, scale);
    cudaFreeAsync(copy, 0);
}
