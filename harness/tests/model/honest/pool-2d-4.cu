// Stride 1: a warp slides down the image. Each lane loads one input per row,
// the maximum along the row comes by shuffles, and the last K of them stay in
// registers. A warp yields 32 - (K - 1) columns.
// Other strides share less: there a thread does two outputs of a column.
#define FULL 0xffffffffu
const int DOWN = 16, WARPS = 4;

template <int K>
__global__ void __launch_bounds__(32 * WARPS)
slide(const float *__restrict__ in, float *__restrict__ out, int h, int w, int oh, int ow,
      int pad) {
    constexpr int WIDE = 32 - (K - 1);
    const int lane = threadIdx.x & 31;
    const int ox = blockIdx.x * WIDE + lane;
    const int y0 = (blockIdx.y * WARPS + (threadIdx.x >> 5)) * DOWN;
    if (y0 >= oh) return; // whole warps

    const int x = ox - pad;
    const bool has = x >= 0 && x < w;
    const bool stores = lane < WIDE && ox < ow;
    in += (size_t)blockIdx.z * h * w;
    out += (size_t)blockIdx.z * oh * ow;

    float last[K];
#pragma unroll
    for (int i = 0; i < K; i++) last[i] = -INFINITY;

#pragma unroll
    for (int r = 0; r < DOWN + K - 1; r++) {
        const int y = y0 - pad + r;
        float v = -INFINITY;
        if (has && y >= 0 && y < h) v = in[(size_t)y * w + x];
        float m = v;
#pragma unroll
        for (int d = 1; d < K; d++) m = fmaxf(m, __shfl_down_sync(FULL, v, d));
#pragma unroll
        for (int i = 0; i + 1 < K; i++) last[i] = last[i + 1];
        last[K - 1] = m;
        if (r >= K - 1) {
            const int oy = y0 + r - (K - 1);
            float best = last[0];
#pragma unroll
            for (int i = 1; i < K; i++) best = fmaxf(best, last[i]);
            if (stores && oy < oh) out[(size_t)oy * ow + ox] = best;
        }
    }
}

__global__ void strided(const float *__restrict__ in, float *__restrict__ out, int h, int w,
                        int oh, int ow, int k, int stride, int pad) {
    int ox = blockIdx.x * 32 + threadIdx.x;
    int oy = (blockIdx.y * 8 + threadIdx.y) * 2;
    if (ox >= ow || oy >= oh) return;
    in += (size_t)blockIdx.z * h * w;
    out += (size_t)blockIdx.z * oh * ow;
    int x0 = ox * stride - pad, y0 = oy * stride - pad, y1 = y0 + stride;
    int xa = max(x0, 0), xb = min(x0 + k, w);
    float a = -INFINITY, b = -INFINITY;
    int end = oy + 1 < oh ? y1 + k : y0 + k;
    for (int y = max(y0, 0); y < min(end, h); y++) {
        if (y >= y0 + k && y < y1) continue;
        float m = -INFINITY;
        for (int x = xa; x < xb; x++) m = fmaxf(m, in[(size_t)y * w + x]);
        if (y < y0 + k) a = fmaxf(a, m);
        if (y >= y1) b = fmaxf(b, m);
    }
    out[(size_t)oy * ow + ox] = a;
    if (oy + 1 < oh) out[(size_t)(oy + 1) * ow + ox] = b;
}

template <int K>
static void launch(const float *in, float *out, int planes, int h, int w, int oh, int ow,
                   int pad) {
    int wide = 32 - (K - 1), tall = WARPS * DOWN;
    dim3 grid((ow + wide - 1) / wide, (oh + tall - 1) / tall, planes);
    slide<K><<<grid, 32 * WARPS>>>(in, out, h, w, oh, ow, pad);
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0 || h + 2 * pad < k || w + 2 * pad < k) return;
    int oh = (h + 2 * pad - k) / stride + 1, ow = (w + 2 * pad - k) / stride + 1;
    if (stride == 1) {
        switch (k) {
        case 1: launch<1>(in, out, planes, h, w, oh, ow, pad); return;
        case 2: launch<2>(in, out, planes, h, w, oh, ow, pad); return;
        case 3: launch<3>(in, out, planes, h, w, oh, ow, pad); return;
        case 4: launch<4>(in, out, planes, h, w, oh, ow, pad); return;
        case 5: launch<5>(in, out, planes, h, w, oh, ow, pad); return;
        case 6: launch<6>(in, out, planes, h, w, oh, ow, pad); return;
        case 7: launch<7>(in, out, planes, h, w, oh, ow, pad); return;
        }
    }
    dim3 grid((ow + 31) / 32, (oh + 15) / 16, planes);
    strided<<<grid, dim3(32, 8)>>>(in, out, h, w, oh, ow, k, stride, pad);
}
