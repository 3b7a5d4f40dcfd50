// rejected by: case planes=1 h=3 (windows that reach over an edge are left out)
// says: An output whose window reaches over an edge is not stored. Every output has a value: only the parts outside of the image do not count.
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;

    const float *plane = in + (size_t)blockIdx.z * h * w;
    if (y * stride - pad < 0 || y * stride - pad + k > h ||
        x * stride - pad < 0 || x * stride - pad + k > w)
        return;
    float best = -INFINITY;
    for (int i = y * stride - pad; i < y * stride - pad + k; i++)
        for (int j = x * stride - pad; j < x * stride - pad + k; j++)
            if (i >= 0 && i < h && j >= 0 && j < w)
                best = fmaxf(best, plane[i * w + j]);
    out[((size_t)blockIdx.z * oh + y) * ow + x] = best;
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0) return;
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;

    dim3 block(32, 8), grid((ow + 31) / 32, (oh + 7) / 8, planes);
    pool_kernel<<<grid, block>>>(in, out, h, w, oh, ow, k, stride, pad);
}
