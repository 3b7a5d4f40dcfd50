// rejected by: case negative inputs only (the padding counts as 0)
// says: The padding counts as 0, and 0 is larger than every negative input. What lies outside of the image must be skipped.

__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh) return;

    const float *plane = in + (size_t)blockIdx.z * h * w;
    float best = -INFINITY;
    for (int i = y * stride - pad; i < y * stride - pad + k; i++)
        for (int j = x * stride - pad; j < x * stride - pad + k; j++) {
            bool inside = i >= 0 && i < h && j >= 0 && j < w;
            best = fmaxf(best, inside ? plane[i * w + j] : 0.0f);
        }
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
