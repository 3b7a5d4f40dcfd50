// rejected by: gate instructions (three of four words are thrown away)
__device__ uint4 philox(uint4 c, unsigned k0, unsigned k1) {
    for (int i = 0; i < 10; i++) {
        unsigned h0 = __umulhi(0xD2511F53, c.x), l0 = 0xD2511F53 * c.x;
        unsigned h1 = __umulhi(0xCD9E8D57, c.z), l1 = 0xCD9E8D57 * c.z;
        c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}

__device__ float drop(float v, unsigned word, float p) {
    float r = (word >> 8) / 16777216.0f;
    return r >= p ? v / (1 - p) : 0;
}

__global__ void dropout_kernel(const float *x, const float *bias,
                               const float *residual, float *y, int n, int cols,
                               float p, unsigned seed,
                               unsigned long long offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long c = offset + i / 4;
    uint4 w = philox(make_uint4(c, c >> 32, 0, 0), seed, 0);
    unsigned word = i % 4 == 0   ? w.x
                    : i % 4 == 1 ? w.y
                    : i % 4 == 2 ? w.z
                                 : w.w;
    y[i] = residual[i] + drop(x[i] + bias[i % cols], word, p);
}

void dropout_residual(const float *x, const float *bias, const float *residual,
                      float *y, int rows, int cols, float p, unsigned int seed,
                      unsigned long long offset) {
    int n = rows * cols;
    if (n == 0) return;
    dropout_kernel<<<(n + 255) / 256, 256>>>(x, bias, residual, y, n, cols, p,
                                             seed, offset);
}
