// rejected by: case k=2 (windows reach k / 2 to both sides of their middle, so an even k becomes k + 1)
// says: The window reaches k / 2 to both sides of a middle. That is k + 1 elements if k is even. Count from its first element: y * stride - pad + i, for i = 0 to k - 1.
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    if (x >= ow || y >= oh)
        return;
    const float *plane = in + (size_t)blockIdx.z * h * w;
    float best = -INFINITY;
    int cy = y * stride - pad + k / 2, cx = x * stride - pad + k / 2;
    for (int i = cy - k / 2; i <= cy + k / 2; i++)
        for (int j = cx - k / 2; j <= cx + k / 2; j++)
            if (i >= 0 && i < h && j >= 0 && j < w)
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
