// rejected by: case planes=1 h=3 (a loop ends at the first element outside of the image)
// says: The loop ends at the first row or column outside of the image. With padding that can be the very first one, and those inside come after it. Skip what is outside, with continue or an if, and go on.
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    const float *plane = in + (size_t)blockIdx.z * h * w;
    float *o = out + (size_t)blockIdx.z * oh * ow;
    if (x >= ow || y >= oh)
        return;

    float best = -INFINITY;
    for (int i = y * stride - pad; i < y * stride - pad + k; i++) {
        if (i < 0 || i >= h)
            break;
        for (int j = x * stride - pad; j < x * stride - pad + k; j++) {
            if (j < 0 || j >= w)
                break;
            best = fmaxf(best, plane[i * w + j]);
        }
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
