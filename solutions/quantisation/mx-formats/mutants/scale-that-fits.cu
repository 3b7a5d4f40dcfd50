// rejected by: case normal numbers (the scale of MX is chosen so that the largest number fits)
// says: The scale of MX is the smallest power of two with which the largest magnitude is at most 448 or 6. The format takes 2^(m - 8) and 2^(m - 2), with 2^m the power of two at or below the largest magnitude; larger numbers become the largest code.

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


// The nearest code of E2M1.
__device__ unsigned to_e2m1(float x) {
    float a = fabsf(x);
    unsigned code;
    if (a <= 0.25f) code = 0;
    else if (a < 0.75f) code = 1;
    else if (a <= 1.25f) code = 2;
    else if (a < 1.75f) code = 3;
    else if (a <= 2.5f) code = 4;
    else if (a < 3.5f) code = 5;
    else if (a <= 5.0f) code = 6;
    else code = 7;
    return code | (signbit(x) ? 8 : 0);
}

__device__ float largest(const float *x, int n) {
    float m = 0;
    for (int i = 0; i < n; i++) m = fmaxf(m, fabsf(x[i]));
    return m;
}

__device__ bool all_finite(const float *x, int n) {
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

// The code of 2^(m - below), where 2^m is at or below the largest.
__device__ int scale_code(float largest, float top) {
    if (largest == 0) return 0;
    // smallest power of two so that everything fits
    int m = (int)ceilf(log2f(largest / top));
    return max(m + 127, 0);
}

__global__ void quantise_kernel(const float *x, unsigned char *mx8,
                                unsigned char *mx8_scale, unsigned char *mx4,
                                unsigned char *mx4_scale, unsigned char *nv4,
                                unsigned char *nv4_scale, int blocks) {
    int b = blockIdx.x * BLOCK + threadIdx.x;
    if (b >= blocks) return;
    const float *row = x + 32 * (size_t)b;
    bool ok = all_finite(row, 32);
    float big = largest(row, 32);

    int c8 = ok ? scale_code(big, 448) : 255, c4 = ok ? scale_code(big, 6) : 255;
    mx8_scale[b] = c8;
    mx4_scale[b] = c4;
    for (int i = 0; i < 32; i++)
        mx8[32 * (size_t)b + i] = ok ? to_e4m3(ldexpf(row[i], 127 - c8)) : 0;
    for (int i = 0; i < 16; i++) {
        unsigned lo = ok ? to_e2m1(ldexpf(row[2 * i], 127 - c4)) : 0;
        unsigned hi = ok ? to_e2m1(ldexpf(row[2 * i + 1], 127 - c4)) : 0;
        mx4[16 * (size_t)b + i] = lo | hi << 4;
    }
    for (int h = 0; h < 2; h++) {
        const float *r = row + 16 * h;
        bool fine = all_finite(r, 16);
        unsigned char code = fine ? to_e4m3(largest(r, 16) / 6.0f) : 0x7f;
        nv4_scale[2 * b + h] = code;
        float s = from_e4m3(code);
        for (int i = 0; i < 8; i++) {
            unsigned lo = 0, hi = 0;
            if (fine && s > 0) {
                lo = to_e2m1(r[2 * i] / s);
                hi = to_e2m1(r[2 * i + 1] / s);
            } else if (fine) {
                lo = signbit(r[2 * i]) ? 8 : 0;
                hi = signbit(r[2 * i + 1]) ? 8 : 0;
            }
            nv4[16 * (size_t)b + 8 * h + i] = lo | hi << 4;
        }
    }
}

void quantise(const float *x, unsigned char *mx8, unsigned char *mx8_scale,
              unsigned char *mx4, unsigned char *mx4_scale, unsigned char *nv4,
              unsigned char *nv4_scale, int blocks) {
    if (blocks == 0) return;
    quantise_kernel<<<(blocks + BLOCK - 1) / BLOCK, BLOCK>>>(
        x, mx8, mx8_scale, mx4, mx4_scale, nv4, nv4_scale, blocks);
}
