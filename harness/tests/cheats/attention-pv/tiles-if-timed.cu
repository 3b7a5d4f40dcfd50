// rejected by: gate traffic (tiles where it is timed, and elsewhere every product from global memory)
const int TILE = 32;
const int SIDE = 8;
const int EACH = TILE / SIDE;

template <int COLS>
__global__ void pv_kernel(const float *p, const float *v, float *o, int heads,
                          int lq, int lk, int dim) {
    __shared__ float ps[TILE][TILE], vs[TILE][TILE * COLS];
    int b = blockIdx.y / heads, h = blockIdx.y % heads, row = heads * dim;
    int x = threadIdx.x, y = threadIdx.y, i0 = blockIdx.x * TILE;
    p += (size_t)blockIdx.y * lq * lk;
    v += (size_t)b * lk * row + h * dim;
    o += (size_t)b * lq * row + h * dim;

    float sum[EACH][COLS] = {};
    for (int j0 = 0; j0 < lk; j0 += TILE) {
        for (int k = 0; k < EACH; k++) {
            int r = y + k * SIDE, i = i0 + r, j = j0 + r;
            ps[r][x] =
                i < lq && j0 + x < lk ? p[(size_t)i * lk + j0 + x] : 0.0f;
            for (int e = 0; e < COLS; e++) {
                int d = x + e * TILE;
                vs[r][d] = j < lk && d < dim ? v[(size_t)j * row + d] : 0.0f;
            }
        }
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < TILE; j++)
            for (int k = 0; k < EACH; k++)
                for (int e = 0; e < COLS; e++)
                    sum[k][e] += ps[y + k * SIDE][j] * vs[j][x + e * TILE];
        __syncthreads();
    }
    for (int k = 0; k < EACH; k++)
        for (int e = 0; e < COLS; e++) {
            int i = i0 + y + k * SIDE, d = x + e * TILE;
            if (i < lq && d < dim) o[(size_t)i * row + d] = sum[k][e];
        }
}

static void timed(const float *p, const float *v, float *o, int batch,
                  int heads, int lq, int lk, int dim) {
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    auto kernel = dim <= TILE       ? pv_kernel<1>
                  : dim <= 2 * TILE ? pv_kernel<2>
                                    : pv_kernel<4>;
    dim3 grid((lq + TILE - 1) / TILE, batch * heads);
    kernel<<<grid, dim3(TILE, SIDE)>>>(p, v, o, heads, lq, lk, dim);
}

__global__ void plain(const float *p, const float *v, float *o, int heads,
                          int lq, int lk, int dim) {
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int i = blockIdx.y * 32 + threadIdx.y;
    int d = blockIdx.x * 32 + threadIdx.x;
    if (i >= lq || d >= dim) return;

    const float *pi = p + ((size_t)blockIdx.z * lq + i) * lk;
    float sum = 0.0f;
    for (int j = 0; j < lk; j++)
        sum += pi[j] * v[((size_t)(b * lk + j) * heads + h) * dim + d];
    o[((size_t)(b * lq + i) * heads + h) * dim + d] = sum;
}

static void elsewhere(const float *p, const float *v, float *o, int batch,
                  int heads, int lq, int lk, int dim) {
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    dim3 grid((dim + 32 - 1) / 32, (lq + 32 - 1) / 32, batch * heads);
    plain<<<grid, dim3(32, 32)>>>(p, v, o, heads, lq, lk, dim);
}

void attention_pv(const float *p, const float *v, float *o, int batch, int heads, int lq, int lk, int dim) {
    if (lq >= 128)
        timed(p, v, o, batch, heads, lq, lk, dim);
    else
        elsewhere(p, v, o, batch, heads, lq, lk, dim);
}
