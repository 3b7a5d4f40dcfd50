// rejected by: gate own_memory (the mask of the first call is kept for all that follow)
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

__global__ void mask_kernel(unsigned *mask, int quads, float p, unsigned seed, unsigned long long offset) {
    int q = blockIdx.x * BLOCK + threadIdx.x;
    if (q >= quads) return;
    unsigned long long at = offset + q;
    uint4 w = philox({(unsigned)at, (unsigned)(at >> 32), 0, 0}, seed, 0);
    float one = drop(1, w.x, p, 1) + 2 * drop(1, w.y, p, 1) + 4 * drop(1, w.z, p, 1) + 8 * drop(1, w.w, p, 1);
    atomicOr(&mask[q / 8], (unsigned)one << q % 8 * 4);
}

__global__ void apply_kernel(const float4 *x, const float4 *bias, const float4 *residual, float4 *y,
                             const unsigned *mask, int quads, int cols, float scale) {
    int q = blockIdx.x * BLOCK + threadIdx.x;
    if (q >= quads) return;
    unsigned m = mask[q / 8] >> q % 8 * 4;
    float4 v = x[q], b = bias[q % (cols / 4)], r = residual[q];
    y[q] = {m & 1 ? r.x + (v.x + b.x) * scale : r.x, m & 2 ? r.y + (v.y + b.y) * scale : r.y,
            m & 4 ? r.z + (v.z + b.z) * scale : r.z, m & 8 ? r.w + (v.w + b.w) * scale : r.w};
}

void dropout_residual(const float *x, const float *bias, const float *residual, float *y, int rows,
                      int cols, float p, unsigned int seed, unsigned long long offset) {
    static unsigned *mask, last_seed;
    static unsigned long long last;
    static int n;
    static float last_p;
    int quads = rows * cols / 4, blocks = (quads + BLOCK - 1) / BLOCK;
    if (quads == 0) return;
    if (n != quads || last_p != p || last_seed != seed || last != offset) {
        cudaFree(mask);
        cudaMalloc(&mask, quads / 2 + 4);
        cudaMemset(mask, 0, quads / 2 + 4);
        mask_kernel<<<blocks, BLOCK>>>(mask, quads, p, seed, offset);
        n = quads, last_p = p, last_seed = seed, last = offset;
    }
    apply_kernel<<<blocks, BLOCK>>>((const float4 *)x, (const float4 *)bias, (const float4 *)residual,
                                    (float4 *)y, mask, quads, cols, 1 / (1 - p));
}
