// rejected by: case offset far above 2^32 (the upper half of the offset is dropped, and only the carry is kept)
const int BLOCK = 256;

// Philox4x32-10: four random words of a counter and a key.
__device__ uint4 philox(uint4 c, unsigned k0, unsigned k1) {
#pragma unroll
    for (int round = 0; round < 10; round++) {
        uint4 d; // all of a round is computed from the round before
        d.x = __umulhi(0xCD9E8D57, c.z) ^ c.y ^ k0;
        d.y = 0xCD9E8D57 * c.z;
        d.z = __umulhi(0xD2511F53, c.x) ^ c.w ^ k1;
        d.w = 0xD2511F53 * c.x;
        c = d;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}

// A select, not a product: at p = 1 the scale is infinite.
__device__ float drop(float v, unsigned word, float p, float scale) {
    float r = (word >> 8) * (1.0f / 16777216.0f); // 24 bits: exact
    return r >= p ? v * scale : 0.0f;
}

__global__ void dropout_kernel(const float4 *x, const float4 *bias,
                               const float4 *residual, float4 *y, int quads,
                               int cols, float p, unsigned seed,
                               unsigned long long offset) {
    int q = blockIdx.x * BLOCK + threadIdx.x;
    if (q >= quads) return;

    float4 v = x[q], b = bias[q % (cols / 4)], r = residual[q];
    unsigned low = (unsigned)offset + q; // and a carry, but no upper half
    uint4 word = philox({low, low < (unsigned)offset, 0, 0}, seed, 0);
    float scale = 1.0f / (1.0f - p);
    y[q] = {r.x + drop(v.x + b.x, word.x, p, scale),
            r.y + drop(v.y + b.y, word.y, p, scale),
            r.z + drop(v.z + b.z, word.z, p, scale),
            r.w + drop(v.w + b.w, word.w, p, scale)};
}

// cols is a multiple of 4, so four neighbours are in one row.
void dropout_residual(const float *x, const float *bias, const float *residual,
                      float *y, int rows, int cols, float p, unsigned int seed,
                      unsigned long long offset) {
    int quads = rows * cols / 4;
    if (quads == 0) return;
    dropout_kernel<<<(quads + BLOCK - 1) / BLOCK, BLOCK>>>(
        (const float4 *)x, (const float4 *)bias, (const float4 *)residual,
        (float4 *)y, quads, cols, p, seed, offset);
}
