// rejected by: case a number just below p (r is the whole word over 2^32, which a float rounds)
// says: r is made from all 32 bits of a word, which a float rounds up at times. Only the upper 24 bits count: (word >> 8) / 2^24.
__device__ uint4 philox(uint4 c, unsigned k0, unsigned k1) {
    for (int r = 0; r < 10; r++) {
        unsigned h0 = __umulhi(0xD2511F53u, c.x), l0 = 0xD2511F53u * c.x;
        unsigned h1 = __umulhi(0xCD9E8D57u, c.z), l1 = 0xCD9E8D57u * c.z;
        c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}

__device__ float one(float x, float bias, float residual, unsigned word, float p, float scale) {
    float r = word * (1.0f / 4294967296.0f);
    return r >= p ? residual + (x + bias) * scale : residual;
}

__global__ void dropout_kernel(const float4 *x, const float4 *bias, const float4 *residual,
                               float4 *y, int n4, int cols4, float p, unsigned seed,
                               unsigned long long offset) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= n4) return;
    unsigned long long at = offset + q;
    uint4 w = philox(make_uint4((unsigned)at, (unsigned)(at >> 32), 0, 0), seed, 0);
    float4 a = x[q], b = bias[q % cols4], r = residual[q];
    float scale = 1.0f / (1.0f - p);
    y[q] = make_float4(one(a.x, b.x, r.x, w.x, p, scale), one(a.y, b.y, r.y, w.y, p, scale),
                       one(a.z, b.z, r.z, w.z, p, scale), one(a.w, b.w, r.w, w.w, p, scale));
}

void dropout_residual(const float *x, const float *bias, const float *residual, float *y,
                      int rows, int cols, float p, unsigned int seed,
                      unsigned long long offset) {
    int n4 = rows * cols / 4;
    if (n4 == 0) return;
    dropout_kernel<<<(n4 + 255) / 256, 256>>>((const float4 *)x, (const float4 *)bias,
                                              (const float4 *)residual, (float4 *)y, n4, cols / 4,
                                              p, seed, offset);
}
