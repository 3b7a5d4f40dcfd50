// Numbers to three formats in which a block shares a scale.
//
//   MXFP8   32 codes E4M3, scale a power of two (E8M0)
//   MXFP4   32 codes E2M1, scale a power of two
//   NVFP4   16 codes E2M1, scale E4M3
//
// TODO: the scales, and the codes of x / scale. MXFP8 is here with a scale of 1, which
// is not enough. A thread has a whole block; let several lanes share one.

const int BLOCK = 256;

// The nearest code of E4M3, for a number that is finite: that of fp8-formats.
__device__ unsigned char to_e4m3(float x) {
    unsigned u = __float_as_uint(x), sign = u >> 24 & 0x80, code;
    u &= 0x7fffffff;
    if (u < 121u << 23) { // below 2^-6: steps of 2^-9
        code = __float2uint_rn(__uint_as_float(u) * 512.0f);
    } else {
        u += (1u << 19) - 1 + (u >> 20 & 1);
        code = (u >> 20) - (120u << 3);
    }
    return sign | min(code, 0x7eu);
}

// The value of a code of E4M3 without a sign.
__device__ float from_e4m3(unsigned char code) {
    unsigned exponent = code >> 3, mantissa = code & 7;
    if (exponent == 0) return mantissa / 512.0f;
    return __uint_as_float((exponent + 120) << 23 | mantissa << 20);
}

__global__ void quantise_kernel(const float *x, unsigned char *mx8,
                                unsigned char *mx8_scale, unsigned char *mx4,
                                unsigned char *mx4_scale, unsigned char *nv4,
                                unsigned char *nv4_scale, int blocks) {
    int b = blockIdx.x * BLOCK + threadIdx.x;
    if (b >= blocks) return;
    mx8_scale[b] = 127; // 2^0
    for (int i = 0; i < 32; i++)
        mx8[32 * b + i] = to_e4m3(x[32 * b + i]);
    // TODO: MXFP4 and NVFP4
}

void quantise(const float *x, unsigned char *mx8, unsigned char *mx8_scale,
              unsigned char *mx4, unsigned char *mx4_scale, unsigned char *nv4,
              unsigned char *nv4_scale, int blocks) {
    if (blocks == 0) return;
    quantise_kernel<<<(blocks + BLOCK - 1) / BLOCK, BLOCK>>>(
        x, mx8, mx8_scale, mx4, mx4_scale, nv4, nv4_scale, blocks);
}
