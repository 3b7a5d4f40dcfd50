// rejected by: trap out-of-bounds | guard | case na=31 (treats axis b like axis a)
// says: Axis b is summed as if it were the first one. There are `na` planes before it, and the columns of each plane have sums of their own. Element i of column k in plane o has the index (o * nb + i) * nc + k.
const int WARP = 32;
const int HIGH = 8; // threads that share a column; warps of a block
const int UNROLL = 4;
const unsigned ALL = 0xffffffff;

// Elements first, first + step ... below length; they lie `apart` in memory.
__device__ float add_up(const float *x, int first, int step, int length,
                        int apart) {
    float s = 0.0f;
    int i = first;
    for (; i + (UNROLL - 1) * step < length; i += UNROLL * step) {
        float v[UNROLL];
        for (int k = 0; k < UNROLL; k++) // all loads first: none waits
            v[k] = x[(size_t)(i + k * step) * apart];
        s += (v[0] + v[1]) + (v[2] + v[3]);
    }
    for (; i < length; i += step)
        s += x[(size_t)i * apart];
    return s;
}

// A block has 32 columns of one outer part; 8 threads share each of them.
__global__ void sum_columns(const float *in, float *out, int length, int inner,
                            int tiles) {
    __shared__ float part[HIGH][WARP];
    int x = threadIdx.x, y = threadIdx.y;
    int o = blockIdx.x / tiles, k = blockIdx.x % tiles * WARP + x;

    float s = 0.0f;
    if (k < inner)
        s = add_up(in + (size_t)o * length * inner + k, y, HIGH, length, inner);
    part[y][x] = s;
    __syncthreads();
    if (y > 0 || k >= inner) return;
    for (int j = 1; j < HIGH; j++)
        s += part[j][x];
    out[(size_t)o * inner + k] = s;
}

// A warp has a row.
__global__ void sum_rows(const float *in, float *out, int rows, int length) {
    int lane = threadIdx.x % WARP;
    int row = blockIdx.x * HIGH + threadIdx.x / WARP;
    if (row >= rows) return; // the whole warp

    float s = add_up(in + (size_t)row * length, lane, WARP, length, 1);
    for (int d = WARP / 2; d > 0; d /= 2)
        s += __shfl_down_sync(ALL, s, d);
    if (lane == 0) out[row] = s;
}

static void down_columns(const float *in, float *out, int outer, int length,
                         int inner) {
    int tiles = (inner + WARP - 1) / WARP;
    if (outer * tiles == 0) return; // no sums
    sum_columns<<<outer * tiles, dim3(WARP, HIGH)>>>(in, out, length, inner,
                                                     tiles);
}

static void along_rows(const float *in, float *out, int rows, int length) {
    if (rows == 0) return;
    sum_rows<<<(rows + HIGH - 1) / HIGH, HIGH * WARP>>>(in, out, rows, length);
}

void sum_axes(const float *in, float *over_a, float *over_b, float *over_c,
              int na, int nb, int nc) {
    down_columns(in, over_a, 1, na, nb * nc);
    down_columns(in, over_b, 1, nb, na * nc);
    along_rows(in, over_c, na * nb, nc);
}
