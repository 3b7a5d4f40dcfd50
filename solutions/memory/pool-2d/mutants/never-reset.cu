// rejected by: case planes=1 h=3 | case planes=2 h=8 (a thread's next output begins with the maximum of the one before)
// says: A thread has several outputs, and each begins with the maximum of the one before. Set the maximum to -INFINITY for each output.
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = (blockIdx.y * 8 + threadIdx.y) * 4;
    const float *plane = in + (size_t)blockIdx.z * h * w;
    float *o = out + (size_t)blockIdx.z * oh * ow;
    if (x >= ow || y >= oh)
        return;

    float best = -INFINITY;
    for (int r = 0; r < 4 && y + r < oh; r++) {
        for (int i = (y + r) * stride - pad; i < (y + r) * stride - pad + k;
             i++)
            for (int j = x * stride - pad; j < x * stride - pad + k; j++)
                if (i >= 0 && i < h && j >= 0 && j < w)
                    best = fmaxf(best, plane[i * w + j]);
        o[(y + r) * ow + x] = best;
    }
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
