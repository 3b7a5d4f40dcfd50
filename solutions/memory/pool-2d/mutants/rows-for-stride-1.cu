// rejected by: case stride=2 (reads the rows that four outputs need if the stride is 1)
// says: A thread with several outputs reads too few rows: as many as with stride 1. The last window begins (outputs - 1) * stride rows below the first.
// Max pooling: OWN outputs of a thread, one above the other.
const int OWN = 4;
__global__ void pool_kernel(const float *in, float *out, int h, int w, int oh,
                            int ow, int k, int stride, int pad) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = (blockIdx.y * blockDim.y + threadIdx.y) * OWN;
    if (x >= ow || y >= oh) return;
    const float *plane = in + (size_t)blockIdx.z * h * w;
    float best[OWN];
    for (int o = 0; o < OWN; o++) best[o] = -INFINITY;
    int top = y * stride - pad;
    for (int i = top; i < top + OWN + k - 1; i++) {
        if (i < 0 || i >= h) continue;
        float row = -INFINITY;
        for (int j = x * stride - pad; j < x * stride - pad + k; j++)
            if (j >= 0 && j < w) row = fmaxf(row, plane[i * w + j]);
        for (int o = 0; o < OWN; o++)
            if (i >= top + o * stride && i < top + o * stride + k) best[o] = fmaxf(best[o], row);
    }
    for (int o = 0; o < OWN; o++)
        if (y + o < oh) out[((size_t)blockIdx.z * oh + y + o) * ow + x] = best[o];
}

void max_pool(const float *in, float *out, int planes, int h, int w, int k,
              int stride, int pad) {
    if (planes == 0) return;
    int oh = (h + 2 * pad - k) / stride + 1,
        ow = (w + 2 * pad - k) / stride + 1;

    dim3 block(32, 8), grid((ow + 31) / 32, (oh + 8 * OWN - 1) / (8 * OWN), planes);
    pool_kernel<<<grid, block>>>(in, out, h, w, oh, ow, k, stride, pad);
}
