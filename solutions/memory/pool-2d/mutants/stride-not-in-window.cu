// rejected by: case stride=2 (the windows of a thread's four outputs are taken to be one row apart)
// says: Which row belongs to which of a thread's outputs is decided as if the windows were one row apart. Output r of a thread takes the rows from top + r * stride to top + r * stride + k - 1.
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = (blockIdx.y * 8 + threadIdx.y) * 4;
    const float *plane = in + (size_t)blockIdx.z * h * w;
    float *o = out + (size_t)blockIdx.z * oh * ow;
    if (x >= ow || y >= oh)
        return;

    float best[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    int top = y * stride - pad;
    for (int i = max(top, 0); i < min(h, top + 3 * stride + k); i++) {
        float row = -INFINITY;
        for (int j = max(0, x * stride - pad); j < min(w, x * stride - pad + k);
             j++)
            row = fmaxf(row, plane[i * w + j]);
        for (int r = 0; r < 4; r++)
            if (i >= top + r && i < top + r + k)
                best[r] = fmaxf(best[r], row);
    }
    for (int r = 0; r < 4; r++)
        if (y + r < oh)
            o[(y + r) * ow + x] = best[r];
}
void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0)
        return;
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;
    dim3 block(32, 8), grid((ow + 31) / 32, (oh + 31) / 32, planes);
    pool_kernel<<<grid, block>>>(in, out, h, w, oh, ow, k, stride, pad);
}
