// rejected by: case planes=2 h=8 (the window reaches from pad before y * stride to pad after it, whatever k is)
// says: The window has 2 * pad + 1 rows and columns, whatever k is. It begins at y * stride - pad and has k of them.
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    if (x >= ow || y >= oh)
        return;
    const float *plane = in + (size_t)blockIdx.z * h * w;
    float best = -INFINITY;
    for (int i = max(0, y * stride - pad); i < min(h, y * stride + pad + 1);
         i++)
        for (int j = max(0, x * stride - pad); j < min(w, x * stride + pad + 1);
             j++)
            best = fmaxf(best, plane[i * w + j]);
    out[((size_t)blockIdx.z * oh + y) * ow + x] = best;
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
