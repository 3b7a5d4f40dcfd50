// rejected by: case rows=1 (what is kept is not scaled)
// says: What is kept is not scaled. Its factor is 1 / (1 - p).
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
    return r >= p ? v : 0;
}

__global__ void dropout_kernel(const float4 *x, const float4 *bias,
                               const float4 *residual, float4 *y, int quads,
                               int cols, float p, unsigned seed,
                               unsigned long long offset) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= quads) return;
    float4 v = x[q], b = bias[q % (cols / 4)], r = residual[q];
    unsigned long long n = offset + q;
    uint4 w = philox(make_uint4(n, n >> 32, 0, 0), seed, 0);
    r.x += drop(v.x + b.x, w.x, p);
    r.y += drop(v.y + b.y, w.y, p);
    r.z += drop(v.z + b.z, w.z, p);
    r.w += drop(v.w + b.w, w.w, p);
    y[q] = r;
}

void dropout_residual(const float *x, const float *bias, const float *residual,
                      float *y, int rows, int cols, float p, unsigned int seed,
                      unsigned long long offset) {
    int quads = rows * cols / 4;
    if (quads == 0) return;
    dropout_kernel<<<(quads + 255) / 256, 256>>>(
        (const float4 *)x, (const float4 *)bias, (const float4 *)residual,
        (float4 *)y, quads, cols, p, seed, offset);
}
