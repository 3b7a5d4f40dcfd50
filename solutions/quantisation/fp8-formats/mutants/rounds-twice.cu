// rejected by: case (E5M2 is rounded to half first, and then to eight bits)
// says: The float is rounded to a half, and the half to eight bits. What lies close to a tie becomes one in the half, and goes to the wrong side. Round once, from the float.
// Floats to two formats of eight bits, and back.
//
//   E4M3   sign, 4 bits of exponent (bias 7), 3 of mantissa; largest 448
//   E5M2   sign, 5 bits of exponent (bias 15), 2 of mantissa; largest 57344

#include <cuda_fp16.h>

const int BLOCK = 256;
const unsigned NAN_CODE = 0x7f;

struct E4M3 {
    static const int MANTISSA = 3, BIAS = 7;
    static const unsigned LARGEST = 0x7e; // 0x7f is no number; there is no infinity
};
struct E5M2 {
    static const int MANTISSA = 2, BIAS = 15;
    static const unsigned LARGEST = 0x7b; // 0x7c is infinity
};

// Half precision has the exponent of E5M2, and ten bits of mantissa.
__device__ unsigned char upper_of_half(float x) {
    unsigned u = __half_as_ushort(__float2half_rn(x)), sign = u >> 8 & 0x80;
    if (isnan(x)) return NAN_CODE;
    u &= 0x7fff;
    u += 0x7f + (u >> 8 & 1);
    return sign | min(u >> 8, E5M2::LARGEST);
}

template <class F> __device__ unsigned char encode(float x) {
    const int SHIFT = 23 - F::MANTISSA;                // bits that go away
    const unsigned NORMAL = (128u - F::BIAS) << 23;    // smallest normal number
    unsigned u = __float_as_uint(x), sign = u >> 24 & 0x80, code;
    u &= 0x7fffffff;
    if (u > 0x7f800000) return NAN_CODE;
    if (u < NORMAL) {
        // Steps of one size down to zero. The product is exact, its rounding is to even.
        const float PER_ONE = exp2f(F::BIAS - 1 + F::MANTISSA);
        code = __float2uint_rn(__uint_as_float(u) * PER_ONE);
    } else {
        // Half of a step less one, and one if the last bit that stays is odd: a tie
        // goes to even. A carry runs into the exponent, as it should.
        u += (1u << (SHIFT - 1)) - 1 + (u >> SHIFT & 1);
        code = (u >> SHIFT) - ((127 - F::BIAS) << F::MANTISSA);
    }
    return sign | min(code, F::LARGEST);
}

template <class F> __device__ float decode(unsigned char code) {
    unsigned low = code & 0x7f, mantissa = low & ((1 << F::MANTISSA) - 1);
    unsigned exponent = low >> F::MANTISSA;
    float v;
    if (low > F::LARGEST) return NAN; // encode makes no infinity
    if (exponent == 0)
        v = mantissa * exp2f(1 - F::BIAS - F::MANTISSA);
    else
        v = __uint_as_float((exponent + 127 - F::BIAS) << 23 |
                            mantissa << (23 - F::MANTISSA));
    return code & 0x80 ? -v : v;
}

__global__ void convert_kernel(const float *x, unsigned char *e4, unsigned char *e5,
                               float *from4, float *from5, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    unsigned char a = encode<E4M3>(x[i]), b = upper_of_half(x[i]);
    e4[i] = a;
    e5[i] = b;
    from4[i] = decode<E4M3>(a);
    from5[i] = decode<E5M2>(b);
}

void convert(const float *x, unsigned char *e4, unsigned char *e5, float *from4,
             float *from5, int n) {
    if (n == 0) return;
    convert_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, e4, e5, from4, from5, n);
}
