// Single and double precision: rounding, conversions, special values.
#include "diff.h"

static std::vector<float> awkward() {
    std::vector<float> v = {0.0f,     -0.0f,   1.0f,      -1.0f,
                            0.1f,     3.5f,    -2.5f,     1e-38f,
                            1e-45f,   1e38f,   3.4e38f,   INFINITY,
                            -INFINITY, NAN,    16777216.f, 0.33333334f};
    for (uint32_t i = 0; v.size() < 32; i++) {
        uint32_t bits = mixed(i * 77 + 5) & 0xbfffffff;
        float f;
        memcpy(&f, &bits, 4);
        v.push_back(f);
    }
    return v;
}

template <class F>
__global__ void each(const float *v, uint32_t *out, F f) {
    uint32_t sum = 0;
    float a = v[threadIdx.x];
    for (int i = 0; i < 32; i++) {
        float r = f(a, v[i], v[(i * 3 + threadIdx.x) % 32]);
        uint32_t bits = isnan(r) ? 0x7fffffff : __float_as_uint(r);
        sum = sum * 31 + bits;
    }
    out[threadIdx.x] = sum;
}
// Exact operations: every result, hashed.
#define EACH(name, expr)                                                       \
    struct name##_f {                                                          \
        __device__ float operator()(float a, float b, float c) const {         \
            (void)a, (void)b, (void)c;                                         \
            return expr;                                                       \
        }                                                                      \
    };                                                                         \
    PROGRAM(name) {                                                            \
        Device<float> v(awkward());                                            \
        Device<uint32_t> o(32);                                                \
        each<<<1, 32>>>(v.p, o.p, name##_f{});                                 \
        out_ints("bits", o.host());                                            \
    }

EACH(sums_in_four_roundings, __fadd_rn(a, b) * 0 + __fadd_rz(a, b))
EACH(sums_rounded_up, __fadd_ru(a, b))
EACH(sums_rounded_down, __fadd_rd(a, c))
EACH(products_rounded_to_zero, __fmul_rz(a, b))
EACH(products_rounded_up, __fmul_ru(b, c))
EACH(fused_multiply_add, __fmaf_rn(a, b, c))
EACH(fused_rounded_down, __fmaf_rd(a, b, c))
EACH(quotients_to_nearest, __fdiv_rn(a, b))
EACH(quotients_rounded_to_zero, __fdiv_rz(a, c))
EACH(roots_to_nearest, __fsqrt_rn(a))
EACH(roots_rounded_up, __fsqrt_ru(b))
EACH(reciprocals, __frcp_rn(a))
EACH(smaller_and_larger, fminf(a, b) + 0.5f * fmaxf(a, c))
EACH(rounded_to_integers,
     rintf(a) + truncf(b) * 0.5f + floorf(c) * 0.25f + ceilf(a) * 0.125f)
EACH(away_from_zero, roundf(a))
EACH(signs_copied, copysignf(a, b))
EACH(remainders, fmodf(a, b))
EACH(ieee_remainders, remainderf(a, c))
EACH(next_numbers, nextafterf(a, b))
EACH(scaled_by_powers, ldexpf(a, (int)fminf(fmaxf(b, -140.f), 140.f)))
EACH(saturated, __saturatef(a))
EACH(positive_differences, fdimf(a, b))

struct classes_f {
    __device__ float operator()(float a, float b, float) const {
        int e;
        float m = frexpf(a, &e), whole, part = modff(b, &whole);
        return (float)(isnan(a) * 1 + isinf(a) * 2 + isfinite(b) * 4 +
                       signbit(b) * 8 + (isfinite(a) && fabsf(a) >= 1.17549435e-38f) * 16 + ilogbf(b) % 64) +
               (isfinite(m) ? m * e : 0) + (isfinite(part) ? part : 0);
    }
};
PROGRAM(classes_of_numbers) {
    Device<float> v(awkward());
    Device<uint32_t> o(32);
    each<<<1, 32>>>(v.p, o.p, classes_f{});
    out_ints("bits", o.host());
}

__global__ void to_ints(const float *v, long long *o) {
    float a = v[threadIdx.x];
    long long *p = o + 10 * threadIdx.x;
    p[0] = __float2int_rz(a);
    p[1] = __float2uint_rn(a);
    p[2] = __float2ll_rd(a);
    p[3] = (long long)__float2ull_ru(a);
    p[4] = (signed char)__float2int_rn(a);
    p[5] = __double2int_rn((double)a * 1.5);
    p[6] = __double2ll_rz((double)a * 1e10);
    p[7] = (long long)__double2uint_ru((double)a);
    p[8] = __float_as_int(__double2float_rd((double)a / 3));
    p[9] = __float_as_int(__ll2float_rn((long long)(a == a ? a : 0) * 3 + 1));
}
PROGRAM(floats_become_integers_of_every_width) {
    Device<float> v(awkward());
    Device<long long> o(320);
    to_ints<<<1, 32>>>(v.p, o.p);
    out_ints("values", o.host());
}

__global__ void from_ints(const uint32_t *v, uint32_t *o) {
    uint32_t a = v[threadIdx.x];
    long long w = (long long)a << 31 ^ a;
    uint32_t *p = o + 6 * threadIdx.x;
    p[0] = __float_as_uint(__int2float_rn((int)a));
    p[1] = __float_as_uint(__uint2float_rz(a));
    p[2] = __float_as_uint(__ll2float_ru(w));
    p[3] = __float_as_uint(__ull2float_rd((unsigned long long)w));
    p[4] = (uint32_t)(__double_as_longlong(__ll2double_rn(w * 77)) >> 7);
    p[5] = (uint32_t)__double_as_longlong(__uint2double_rn(a));
}
PROGRAM(integers_become_floats) {
    std::vector<uint32_t> in;
    for (uint32_t i = 0; i < 32; i++)
        in.push_back(mixed(i * 3) >> i % 20);
    Device<uint32_t> v(in), o(192);
    from_ints<<<1, 32>>>(v.p, o.p);
    out_ints("bits", o.host());
}

template <class F>
__global__ void each64(const float *v, unsigned long long *out, F f) {
    unsigned long long sum = 0;
    for (int i = 0; i < 32; i++) {
        double r = f(__dmul_rn((double)v[threadIdx.x], 1.0000001), (double)v[i] / 3,
                     (double)v[(i + 9) % 32]);
        unsigned long long b = isnan(r) ? 0x7fffffffffffffffull
                                        : (unsigned long long)__double_as_longlong(r);
        sum = sum * 31 + b;
    }
    out[threadIdx.x] = sum;
}
#define EACH64(name, expr)                                                     \
    struct name##_f {                                                          \
        __device__ double operator()(double a, double b, double c) const {     \
            (void)a, (void)b, (void)c;                                         \
            return expr;                                                       \
        }                                                                      \
    };                                                                         \
    PROGRAM(name) {                                                            \
        Device<float> v(awkward());                                            \
        Device<unsigned long long> o(32);                                      \
        each64<<<1, 32>>>(v.p, o.p, name##_f{});                               \
        out_ints("bits", o.host());                                            \
    }
EACH64(double_sums, a + b)
EACH64(double_products_rounded_up, __dmul_ru(a, b))
EACH64(double_fused, __fma_rz(a, b, c))
EACH64(double_quotients, a / b)
EACH64(double_roots, sqrt(fabs(a)))
EACH64(double_remainders, fmod(a, b))
EACH64(double_to_integers, rint(a) + floor(b) * 0.5 + trunc(c) * 0.25)

// With --use_fast_math's building blocks: documented as approximations.
__global__ void approximate(float x, float *v) {
    v[0] = __expf(x);
    v[1] = __logf(x);
    v[2] = __sinf(x);
    v[3] = __cosf(x);
    v[4] = __fdividef(x, 3.7f);
    v[5] = __powf(x, 0.37f);
    v[6] = rsqrtf(x);
    v[7] = __frsqrt_rn(x);
    v[8] = __tanf(x * 0.1f);
    v[9] = exp2f(x);
    v[10] = __log2f(x);
    v[11] = __log10f(x);
}
PROGRAM(approximations) {
    static const int ulps[] = {8, 64, 64, 64, 2, 64, 2, 0, 64, 2, 64, 64};
    Device<float> v(12);
    for (float x : {0.7f, 1.3f, 2.2f, 5.9f}) {
        approximate<<<1, 1>>>(x, v.p);
        std::vector<float> h = v.host();
        for (int i = 0; i < 12; i++)
            out_float("v", h[i], ulps[i]);
    }
}

// CUDA C++ Programming Guide, table of errors of the double functions.
__global__ void functions(double x, double *v) {
    v[0] = exp(x);
    v[1] = log(x);
    v[2] = sin(x);
    v[3] = cos(x);
    v[4] = tan(x);
    v[5] = pow(x, 2.5);
    v[6] = cbrt(x);
    v[7] = erf(x);
    v[8] = atan(x);
    v[9] = sinh(x);
    v[10] = lgamma(x);
    v[11] = hypot(x, 2.0);
}
PROGRAM(double_functions) {
    static const int ulps[] = {1, 1, 2, 2, 2, 2, 1, 2, 2, 2, 4, 2};
    Device<double> v(12);
    for (double x : {0.001, 0.5, 1.25, 9.75}) {
        functions<<<1, 1>>>(x, v.p);
        std::vector<double> h = v.host();
        for (int i = 0; i < 12; i++)
            out_double("v", h[i], ulps[i]);
    }
}
