// rejected by: case rows=1 | case (what is kept is multiplied by 1 - p)
// says: What is kept is multiplied by 1 - p. Its factor is 1 / (1 - p).
// Bias, dropout, residual: random numbers are a function of the index.

__device__ uint4 philox(uint4 c, unsigned k0, unsigned k1) {
    for (int r = 0; r < 10; r++) {
        unsigned h0 = __umulhi(0xCD9E8D57u, c.z), l0 = 0xCD9E8D57u * c.z;
        unsigned h1 = __umulhi(0xD2511F53u, c.x), l1 = 0xD2511F53u * c.x;
        c = make_uint4(h0 ^ c.y ^ k0, l0, h1 ^ c.w ^ k1, l1);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}

__device__ float drop(float x, float bias, float residual, unsigned word, float p,
                      float scale) {
    float r = (word >> 8) / 16777216.0f;
    return r >= p ? residual + (x + bias) * scale : residual;
}

__global__ void dropout_kernel(const float4 *x, const float4 *bias,
                               const float4 *residual, float4 *y, int quads,
                               int cols4, float p, float scale, unsigned seed,
                               unsigned long long offset) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= quads) return;
    unsigned long long n = offset + q;
    uint4 w = philox(make_uint4((unsigned)n, (unsigned)(n >> 32), 0, 0), seed, 0);
    float4 a = x[q], b = bias[q % cols4], r = residual[q];
    y[q] = make_float4(drop(a.x, b.x, r.x, w.x, p, scale), drop(a.y, b.y, r.y, w.y, p, scale),
                       drop(a.z, b.z, r.z, w.z, p, scale), drop(a.w, b.w, r.w, w.w, p, scale));
}

void dropout_residual(const float *x, const float *bias, const float *residual,
                      float *y, int rows, int cols, float p, unsigned int seed,
                      unsigned long long offset) {
    int quads = rows * cols / 4;
    if (quads == 0) return;
    float scale = 1.0f - p;
    dropout_kernel<<<(quads + 255) / 256, 256>>>(
        (const float4 *)x, (const float4 *)bias, (const float4 *)residual, (float4 *)y,
        quads, cols / 4, p, scale, seed, offset);
}
