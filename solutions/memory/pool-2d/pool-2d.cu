// Max pooling with several outputs per thread, one above the other.
//
//   input rows     outputs of a thread (windows of 3, stride 1)
//   y              |0
//   y + 1          |0 1
//   y + 2          |0 1 2       a row's maximum is computed once, and
//   y + 3             1 2 3     serves all windows that hold the row
//
// Neighbours in x share inputs through the first-level cache.

const int WIDE = 32; // threads along x: one warp
const int HIGH = 8;  // threads along y
const int EACH = 4;  // outputs per thread

struct Shape {
    int h, w, oh, ow, k, stride, pad;
};

// The largest of k elements of a row from column j on, without the padding.
__device__ float row_max(const float *row, int j, Shape s) {
    float m = -INFINITY;
    for (int c = max(j, 0); c < min(j + s.k, s.w); c++)
        m = fmaxf(m, row[c]);
    return m;
}

__global__ void pool_kernel(const float *in, float *out, Shape s) {
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = (blockIdx.y * HIGH + threadIdx.y) * EACH; // the first output
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
        for (int r = 0; r < EACH; r++) // constant indices: registers
            if (i >= r * s.stride && i < r * s.stride + s.k)
                best[r] = fmaxf(best[r], m);
    }

    float *to = out + ((size_t)blockIdx.z * s.oh + y) * s.ow + x;
#pragma unroll
    for (int r = 0; r < EACH; r++)
        if (y + r < s.oh) to[(size_t)r * s.ow] = best[r];
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0) return;

    int oh = (h + 2 * pad - k) / stride + 1;
    int ow = (w + 2 * pad - k) / stride + 1;
    dim3 block(WIDE, HIGH);
    dim3 grid((ow + WIDE - 1) / WIDE, (oh + HIGH * EACH - 1) / (HIGH * EACH),
              planes);
    pool_kernel<<<grid, block>>>(in, out, Shape{h, w, oh, ow, k, stride, pad});
}
