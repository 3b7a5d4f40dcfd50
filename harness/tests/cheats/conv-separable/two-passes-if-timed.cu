// rejected by: gate traffic (two passes where it is timed, all products at once elsewhere)
const int WARP = 32;
const int MAX_RADIUS = 8;
const int HIGH = 8;
const int EACH = 8;
const int LONG = WARP * EACH;
const int TALL = HIGH * EACH;

__device__ void load_taps(const float *taps, float *w, int k) {
    int t = threadIdx.y * WARP + threadIdx.x;
    if (t < k) w[t] = taps[t];
}

__global__ void row_kernel(const float *in, const float *taps, float *out,
                           int h, int w, int r) {
    __shared__ float tile[HIGH][LONG + 2 * MAX_RADIUS];
    __shared__ float tap[2 * MAX_RADIUS + 1];
    int x0 = blockIdx.x * LONG, y = blockIdx.y * HIGH + threadIdx.y;
    const float *row = in + (size_t)min(y, h - 1) * w;
    float *mine = tile[threadIdx.y];

    load_taps(taps, tap, 2 * r + 1);
    for (int i = threadIdx.x; i < LONG + 2 * r; i += WARP) {
        int x = x0 - r + i;
        mine[i] = x >= 0 && x < w ? row[x] : 0.0f;
    }
    __syncthreads();
    if (y >= h) return;

    float sum[EACH] = {0};
    for (int j = 0; j <= 2 * r; j++) {
        float f = tap[j];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            sum[e] += f * mine[threadIdx.x + e * WARP + j];
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int x = x0 + threadIdx.x + e * WARP;
        if (x < w) out[(size_t)y * w + x] = sum[e];
    }
}

__global__ void column_kernel(const float *in, const float *taps, float *out,
                              int h, int w, int r) {
    __shared__ float tile[TALL + 2 * MAX_RADIUS][WARP];
    __shared__ float tap[2 * MAX_RADIUS + 1];
    int x = blockIdx.x * WARP + threadIdx.x, y0 = blockIdx.y * TALL;

    load_taps(taps, tap, 2 * r + 1);
    for (int i = threadIdx.y; i < TALL + 2 * r; i += HIGH) {
        int y = y0 - r + i;
        bool exists = x < w && y >= 0 && y < h;
        tile[i][threadIdx.x] = exists ? in[(size_t)y * w + x] : 0.0f;
    }
    __syncthreads();
    if (x >= w) return;

    float sum[EACH] = {0};
    for (int j = 0; j <= 2 * r; j++) {
        float f = tap[j];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            sum[e] += f * tile[threadIdx.y + e * HIGH + j][threadIdx.x];
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int y = y0 + threadIdx.y + e * HIGH;
        if (y < h) out[(size_t)y * w + x] = sum[e];
    }
}

static void timed(const float *in, const float *taps_x, const float *taps_y,
            float *between, float *out, int h, int w, int r) {
    if (h == 0 || w == 0) return;

    dim3 block(WARP, HIGH);
    dim3 rows((w + LONG - 1) / LONG, (h + HIGH - 1) / HIGH);
    dim3 columns((w + WARP - 1) / WARP, (h + TALL - 1) / TALL);
    row_kernel<<<rows, block>>>(in, taps_x, between, h, w, r);
    column_kernel<<<columns, block>>>(between, taps_y, out, h, w, r);
}

__global__ void at_once(const float *in, const float *taps_x,
                              const float *taps_y, float *between, float *out,
                              int h, int w, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;

    float sum = 0.0f, row_sum = 0.0f;
    for (int i = -r; i <= r; i++)
        for (int j = -r; j <= r; j++) {
            bool inside = y + i >= 0 && y + i < h && x + j >= 0 && x + j < w;
            float v = inside ? in[(size_t)(y + i) * w + x + j] : 0.0f;
            sum += taps_y[i + r] * taps_x[j + r] * v;
            if (i == 0) row_sum += taps_x[j + r] * v;
        }
    between[(size_t)y * w + x] = row_sum;
    out[(size_t)y * w + x] = sum;
}

static void elsewhere(const float *in, const float *taps_x, const float *taps_y,
            float *between, float *out, int h, int w, int r) {
    if (h == 0 || w == 0) return;
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    at_once<<<grid, block>>>(in, taps_x, taps_y, between, out, h, w, r);
}

void filter(const float *in, const float *taps_x, const float *taps_y, float *between, float *out, int h, int w, int r) {
    if (h >= 1024)
        timed(in, taps_x, taps_y, between, out, h, w, r);
    else
        elsewhere(in, taps_x, taps_y, between, out, h, w, r);
}
