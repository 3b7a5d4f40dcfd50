// rejected by: gate traffic (windows of 3 x 3 share rows, all others do not)
const int WIDE = 32;
const int HIGH = 8;
const int EACH = 4;

struct Shape {
    int h, w, oh, ow, k, stride, pad;
};

__device__ float row_max(const float *row, int j, Shape s) {
    float m = -INFINITY;
    for (int c = max(j, 0); c < min(j + s.k, s.w); c++)
        m = fmaxf(m, row[c]);
    return m;
}

__global__ void pool_kernel(const float *in, float *out, Shape s) {
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = (blockIdx.y * HIGH + threadIdx.y) * EACH;
    if (x >= s.ow || y >= s.oh) return;

    const float *plane = in + (size_t)blockIdx.z * s.h * s.w;
    int top = y * s.stride - s.pad, left = x * s.stride - s.pad;
    int rows = (EACH - 1) * s.stride + s.k;

    float best[EACH];
#pragma unroll
    for (int r = 0; r < EACH; r++)
        best[r] = -INFINITY;
#pragma unroll 2
    for (int i = 0; i < rows; i++) {
        if (top + i < 0 || top + i >= s.h) continue;
        float m = row_max(plane + (size_t)(top + i) * s.w, left, s);
#pragma unroll
        for (int r = 0; r < EACH; r++)
            if (i >= r * s.stride && i < r * s.stride + s.k)
                best[r] = fmaxf(best[r], m);
    }

    float *to = out + ((size_t)blockIdx.z * s.oh + y) * s.ow + x;
#pragma unroll
    for (int r = 0; r < EACH; r++)
        if (y + r < s.oh) to[(size_t)r * s.ow] = best[r];
}

static void timed(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0) return;

    int oh = (h + 2 * pad - k) / stride + 1;
    int ow = (w + 2 * pad - k) / stride + 1;
    dim3 block(WIDE, HIGH);
    dim3 grid((ow + WIDE - 1) / WIDE, (oh + HIGH * EACH - 1) / (HIGH * EACH),
              planes);
    pool_kernel<<<grid, block>>>(in, out, Shape{h, w, oh, ow, k, stride, pad});
}

__global__ void plain(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;

    const float *plane = in + (size_t)blockIdx.z * h * w;
    float best = -INFINITY;
    for (int i = y * stride - pad; i < y * stride - pad + k; i++)
        for (int j = x * stride - pad; j < x * stride - pad + k; j++)
            if (i >= 0 && i < h && j >= 0 && j < w)
                best = fmaxf(best, plane[i * w + j]);
    out[((size_t)blockIdx.z * oh + y) * ow + x] = best;
}

static void elsewhere(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0) return;
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;

    dim3 block(32, 8), grid((ow + 31) / 32, (oh + 7) / 8, planes);
    plain<<<grid, block>>>(in, out, h, w, oh, ow, k, stride, pad);
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k, int stride, int pad) {
    if (k == 3)
        timed(in, out, planes, h, w, k, stride, pad);
    else
        elsewhere(in, out, planes, h, w, k, stride, pad);
}
