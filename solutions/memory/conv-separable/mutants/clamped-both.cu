// rejected by: case h=1 w=1 (repeats the edge in both passes, instead of zeros)
// says: Outside of the image the pixels of the edge are repeated, in both passes. What lies outside counts as zero: load a 0 there, in place of the index that is moved to the edge.
const int WARP = 32;
const int MAX_RADIUS = 8;
const int HIGH = 8;           // threads along y
const int EACH = 8;           // outputs per thread, in both passes
const int LONG = WARP * EACH; // outputs of a row in a tile
const int TALL = HIGH * EACH; // outputs of a column in a tile

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
        mine[i] = row[min(max(x, 0), w - 1)];
    }
    __syncthreads(); // tile and taps are complete
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
        y = max(0, min(y, h - 1));
        tile[i][threadIdx.x] = x < w ? in[(size_t)y * w + x] : 0.0f;
    }
    __syncthreads(); // tile and taps are complete
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

void filter(const float *in, const float *taps_x, const float *taps_y,
            float *between, float *out, int h, int w, int r) {
    if (h == 0 || w == 0) return;

    dim3 block(WARP, HIGH);
    dim3 rows((w + LONG - 1) / LONG, (h + HIGH - 1) / HIGH);
    dim3 columns((w + WARP - 1) / WARP, (h + TALL - 1) / TALL);
    row_kernel<<<rows, block>>>(in, taps_x, between, h, w, r);
    column_kernel<<<columns, block>>>(between, taps_y, out, h, w, r);
}
