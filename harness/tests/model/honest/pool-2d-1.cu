// A thread computes eight outputs, one above the other. Each row's maximum is
// computed once and given to all windows that hold the row.
const int R = 8;

__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y0 = (blockIdx.y * blockDim.y + threadIdx.y) * R;
    if (x >= ow || y0 >= oh) return;

    const float *plane = in + (size_t)blockIdx.z * h * w;
    float best[R];
#pragma unroll
    for (int r = 0; r < R; r++) best[r] = -INFINITY;

    int from = max(0, y0 * stride - pad);
    int to = min(h, (min(y0 + R, oh) - 1) * stride - pad + k);
    int left = max(0, x * stride - pad), right = min(w, x * stride - pad + k);
    for (int i = from; i < to; i++) {
        float m = -INFINITY;
        for (int j = left; j < right; j++) m = fmaxf(m, plane[(size_t)i * w + j]);
#pragma unroll
        for (int r = 0; r < R; r++) {
            int top = (y0 + r) * stride - pad;
            if (i >= top && i < top + k) best[r] = fmaxf(best[r], m);
        }
    }
#pragma unroll
    for (int r = 0; r < R; r++)
        if (y0 + r < oh) out[((size_t)blockIdx.z * oh + y0 + r) * ow + x] = best[r];
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0 || h + 2 * pad < k || w + 2 * pad < k) return;
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;

    dim3 block(32, 4), grid((ow + 31) / 32, (oh + 4 * R - 1) / (4 * R), planes);
    pool_kernel<<<grid, block>>>(in, out, h, w, oh, ow, k, stride, pad);
}
