// rejected by: case planes=2 h=8 (the elements of a window are taken stride apart)
// says: The elements of a window are taken stride apart. The stride is the distance of two windows; within a window all neighbours count, from y * stride - pad to y * stride - pad + k - 1.
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    const float *plane = in + (size_t)blockIdx.z * h * w;
    float *o = out + (size_t)blockIdx.z * oh * ow;
    if (x >= ow || y >= oh)
        return;

    float best = -INFINITY;
    for (int a = 0; a < k; a++)
        for (int b = 0; b < k; b++) {
            int i = (y + a) * stride - pad, j = (x + b) * stride - pad;
            if (i >= 0 && i < h && j >= 0 && j < w)
                best = fmaxf(best, plane[i * w + j]);
        }
    o[y * ow + x] = best;
}
void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0)
        return;
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;
    dim3 block(32, 8), grid((ow + 31) / 32, (oh + 7) / 8, planes);
    pool_kernel<<<grid, block>>>(in, out, h, w, oh, ow, k, stride, pad);
}
