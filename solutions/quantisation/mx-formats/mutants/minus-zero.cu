// rejected by: case (-0 has no sign in x < 0)
// says: The sign of -0 is lost, as with x < 0, which is false for it. Take the sign from the bits.
// Numbers to three formats in which a block shares a scale.
//
//   MXFP8   32 codes E4M3, scale a power of two (E8M0)
//   MXFP4   32 codes E2M1, scale a power of two
//   NVFP4   16 codes E2M1, scale E4M3
//
// A lane has 4 neighbours: 8 lanes are a block of 32, 4 lanes one of 16.

const int BLOCK = 256;
const unsigned ALL = 0xffffffff;
const unsigned INF_BITS = 0x7f800000;
const unsigned NAN_E8M0 = 0xff, NAN_E4M3 = 0x7f;

struct E4M3 {
    static const int MANTISSA = 3, BIAS = 7, BITS = 8;
    static const int LARGEST = 448; // code 0x7e; 0x7f is no number
};
struct E2M1 {
    static const int MANTISSA = 1, BIAS = 1, BITS = 4;
    static const int LARGEST = 6; // code 7: there is neither infinity nor NaN
};

// The nearest code, for a number that is finite; ties go to the even code. A sum with a
// power of two whose last bit is worth one step rounds to whole steps, to even. Below
// the smallest normal number all steps are alike, so the exponent stays there.
template <class F> __device__ unsigned encode(float x) {
    const unsigned NORMAL = 128 - F::BIAS; // exponent of the smallest normal number
    float a = fminf(fabsf(x), F::LARGEST);
    unsigned sign = x < 0, e = max(__float_as_uint(a) >> 23, NORMAL);
    unsigned anchor = (e + 23 - F::MANTISSA) << 23;
    unsigned steps = __float_as_uint(a + __uint_as_float(anchor)) - anchor;
    return sign << (F::BITS - 1) | (steps + ((e - NORMAL) << F::MANTISSA));
}

__device__ float decode_e4m3(unsigned code) { // of one without a sign
    unsigned exponent = code >> 3, mantissa = code & 7;
    if (exponent == 0) return mantissa / 512.0f;
    return __uint_as_float((exponent + 120) << 23 | mantissa << 20);
}

// The scale of a block with the largest magnitude `most`, given as bits: the power of two
// that brings it into the highest binade of the elements, which begins at 2^top.
__device__ unsigned to_e8m0(unsigned most, int top) {
    if (most >= INF_BITS) return NAN_E8M0;
    return max((int)(most >> 23) - top, 0);
}

// One over the scale. 2^-127 is no normal number, but its inverse is one.
__device__ float inverse_e8m0(unsigned code) {
    return __uint_as_float((254 - code) << 23);
}

template <class F> __device__ unsigned encode_four(float4 v) {
    return encode<F>(v.x) | encode<F>(v.y) << F::BITS | encode<F>(v.z) << 2 * F::BITS |
           encode<F>(v.w) << 3 * F::BITS;
}

__device__ float4 times(float4 v, float by) {
    return make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
}

// A scale that is no power of two: its inverse would be rounded.
__device__ float4 divided(float4 v, float by) {
    return make_float4(v.x / by, v.y / by, v.z / by, v.w / by);
}

__device__ unsigned magnitude(float x) {
    return __float_as_uint(x) & 0x7fffffff;
}

__global__ void quantise_kernel(const float4 *x, unsigned *mx8, unsigned char *mx8_scale,
                                unsigned short *mx4, unsigned char *mx4_scale,
                                unsigned short *nv4, unsigned char *nv4_scale,
                                int lanes) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    bool inside = t < lanes;
    float4 v = inside ? x[t] : make_float4(0, 0, 0, 0);
    // Magnitudes are in the order of their bits, and NaN is above them all.
    unsigned most = max(max(magnitude(v.x), magnitude(v.y)),
                        max(magnitude(v.z), magnitude(v.w)));
    most = max(most, __shfl_xor_sync(ALL, most, 1));
    unsigned of16 = max(most, __shfl_xor_sync(ALL, most, 2));
    unsigned of32 = max(of16, __shfl_xor_sync(ALL, of16, 4));
    if (!inside) return;

    bool is_nan = of32 >= INF_BITS;
    unsigned scale8 = to_e8m0(of32, 8), scale4 = to_e8m0(of32, 2);
    mx8[t] = is_nan ? 0 : encode_four<E4M3>(times(v, inverse_e8m0(scale8)));
    mx4[t] = is_nan ? 0 : encode_four<E2M1>(times(v, inverse_e8m0(scale4)));
    if (t % 8 == 0) {
        mx8_scale[t / 8] = scale8;
        mx4_scale[t / 8] = scale4;
    }

    is_nan = of16 >= INF_BITS;
    unsigned scale = is_nan ? NAN_E4M3 : encode<E4M3>(__uint_as_float(of16) / 6.0f);
    // Divided by infinity, all is 0 and keeps its sign.
    float s = scale == 0 ? INFINITY : decode_e4m3(scale);
    nv4[t] = is_nan ? 0 : encode_four<E2M1>(divided(v, s));
    if (t % 4 == 0) nv4_scale[t / 4] = scale;
}

void quantise(const float *x, unsigned char *mx8, unsigned char *mx8_scale,
              unsigned char *mx4, unsigned char *mx4_scale, unsigned char *nv4,
              unsigned char *nv4_scale, int blocks) {
    if (blocks == 0) return;
    int lanes = 8 * blocks;
    quantise_kernel<<<(lanes + BLOCK - 1) / BLOCK, BLOCK>>>(
        (const float4 *)x, (unsigned *)mx8, mx8_scale, (unsigned short *)mx4, mx4_scale,
        (unsigned short *)nv4, nv4_scale, lanes);
}
