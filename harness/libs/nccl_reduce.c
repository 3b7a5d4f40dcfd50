// NCCL: sums and the like over every data type.
//
// Halves and bytes of float are added as floats and rounded after each rank, as
// on the device; integers wrap.
#include "libs/net.h"

#include "sim/half.h"

#include <math.h>

size_t net_type_size(ncclDataType_t t) {
    switch (t) {
    case ncclInt8:
    case ncclUint8:
    case ncclFloat8e4m3:
    case ncclFloat8e5m2: return 1;
    case ncclFloat16:
    case ncclBfloat16: return 2;
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32: return 4;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64: return 8;
    default: return 0;
    }
}

// ---- floats of eight bits: sign, exponent, `bits` of mantissa

static float float_of_byte(unsigned b, int bits) {
    unsigned most = bits == 3 ? 0x7f : 0x7c; // e4m3: NaN; e5m2: infinity
    int bias = bits == 3 ? 7 : 15;
    unsigned e = (b & 0x7f) >> bits, m = b & ((1u << bits) - 1);
    float v = e ? ldexpf((float)(m | 1u << bits), (int)e - bias - bits)
                : ldexpf((float)m, 1 - bias - bits);
    if ((b & 0x7f) >= most)
        v = bits == 2 && (b & 0x7f) == most ? INFINITY : NAN;
    return b & 0x80 ? -v : v;
}

// The nearest, even if two are as near; what is too large becomes the largest.
static unsigned byte_of_float(float v, int bits) {
    unsigned sign = signbit(v) ? 0x80 : 0, lo = 0;
    unsigned hi = bits == 3 ? 0x7e : 0x7b;
    float a = fabsf(v);
    if (isnan(v)) return 0x7f;
    if (a >= float_of_byte(hi, bits)) return sign | hi;
    while (hi - lo > 1) { // codes are in the order of their values
        unsigned mid = (lo + hi) / 2;
        if (float_of_byte(mid, bits) <= a)
            lo = mid;
        else
            hi = mid;
    }
    float below = a - float_of_byte(lo, bits);
    float above = float_of_byte(hi, bits) - a;
    bool up = above < below || (above == below && (lo & 1));
    return sign | (up ? hi : lo);
}

// ---- operators

static double combine(ncclRedOp_t op, double a, double b) {
    switch (op) {
    case ncclProd: return a * b;
    case ncclMax: return fmax(a, b);
    case ncclMin: return fmin(a, b);
    default: return a + b;
    }
}

// As T: unsigned arithmetic of the same width wraps.
#define INTEGERS(T, U)                                                         \
    {                                                                          \
        T *a = to;                                                             \
        const T *b = from;                                                     \
        for (size_t i = 0; i < n; i++)                                         \
            a[i] = op == ncclProd  ? (T)((U)a[i] * (U)b[i])                    \
                   : op == ncclMax ? max_of(a[i], b[i])                        \
                   : op == ncclMin ? min_of(a[i], b[i])                        \
                                   : (T)((U)a[i] + (U)b[i]);                   \
        break;                                                                 \
    }
#define FLOATS(T, get, put)                                                    \
    {                                                                          \
        T *a = to;                                                             \
        const T *b = from;                                                     \
        for (size_t i = 0; i < n; i++) {                                       \
            double r = combine(op, get(a[i]), get(b[i]));                      \
            a[i] = (T)put(r);                                                  \
        }                                                                      \
        break;                                                                 \
    }
#define SAME(x)    (x)
#define HALF(x)    half_of_float((float)(x))
#define BF16(x)    bf16_of_float((float)(x))
#define OF_E4M3(x) float_of_byte(x, 3)
#define TO_E4M3(x) byte_of_float((float)(x), 3)
#define OF_E5M2(x) float_of_byte(x, 2)
#define TO_E5M2(x) byte_of_float((float)(x), 2)

void net_reduce(ncclDataType_t t, ncclRedOp_t op, void *to, const void *from,
                size_t n) {
    switch (t) {
    case ncclInt8: INTEGERS(int8_t, uint32_t)
    case ncclUint8: INTEGERS(uint8_t, uint32_t)
    case ncclInt32: INTEGERS(int32_t, uint32_t)
    case ncclUint32: INTEGERS(uint32_t, uint32_t)
    case ncclInt64: INTEGERS(int64_t, uint64_t)
    case ncclUint64: INTEGERS(uint64_t, uint64_t)
    case ncclFloat16: FLOATS(uint16_t, float_of_half, HALF)
    case ncclBfloat16: FLOATS(uint16_t, float_of_bf16, BF16)
    case ncclFloat32: FLOATS(float, SAME, SAME)
    case ncclFloat64: FLOATS(double, SAME, SAME)
    case ncclFloat8e4m3: FLOATS(uint8_t, OF_E4M3, TO_E4M3)
    case ncclFloat8e5m2: FLOATS(uint8_t, OF_E5M2, TO_E5M2)
    default: break;
    }
}

#define DIVIDE(T, get, put)                                                    \
    {                                                                          \
        T *a = to;                                                             \
        for (size_t i = 0; i < n; i++)                                         \
            a[i] = (T)put(get(a[i]) / by);                                     \
        break;                                                                 \
    }

void net_divide(ncclDataType_t t, void *to, size_t n, int by) {
    switch (t) {
    case ncclInt8: DIVIDE(int8_t, SAME, SAME)
    case ncclUint8: DIVIDE(uint8_t, SAME, SAME)
    case ncclInt32: DIVIDE(int32_t, SAME, SAME)
    case ncclUint32: DIVIDE(uint32_t, SAME, SAME)
    case ncclInt64: DIVIDE(int64_t, SAME, SAME)
    case ncclUint64: DIVIDE(uint64_t, SAME, SAME)
    case ncclFloat16: DIVIDE(uint16_t, float_of_half, HALF)
    case ncclBfloat16: DIVIDE(uint16_t, float_of_bf16, BF16)
    case ncclFloat32: DIVIDE(float, SAME, SAME)
    case ncclFloat64: DIVIDE(double, SAME, SAME)
    case ncclFloat8e4m3: DIVIDE(uint8_t, OF_E4M3, TO_E4M3)
    case ncclFloat8e5m2: DIVIDE(uint8_t, OF_E5M2, TO_E5M2)
    default: break;
    }
}
