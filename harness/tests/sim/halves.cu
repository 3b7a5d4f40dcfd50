// Half precision and bfloat16: conversion, arithmetic in both lanes of a word,
// comparisons, atomics, against the same in float, rounded.
#include "ok.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { N = 4096 };

__device__ __half half_of(unsigned short bits) { return __ushort_as_half(bits); }

// Everything as floats: exact, so the host can round by itself.
__global__ void halves(const unsigned short *a, const unsigned short *b,
                       float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half x = half_of(a[i]), y = half_of(b[i]);
    float *o = out + i * 10;
    o[0] = __half2float(x + y);
    o[1] = __half2float(x * y);
    o[2] = __half2float(__hfma(x, y, x));
    o[3] = __half2float(x / y);
    o[4] = __half2float(__hmax(x, y));
    o[5] = x < y;
    o[6] = __half2float(__float2half(__half2float(x) * 1.0001f));
    __half2 p = __halves2half2(x, y), q = __halves2half2(y, x);
    __half2 r = __hadd2(__hmul2(p, q), p);
    o[7] = __low2float(r), o[8] = __high2float(r);
    o[9] = __half2float(hsqrt(__habs(x)));
}

__global__ void brains(const unsigned short *a, const unsigned short *b,
                       float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_bfloat16 x = __ushort_as_bfloat16(a[i]), y = __ushort_as_bfloat16(b[i]);
    float *o = out + i * 6;
    o[0] = __bfloat162float(x + y);
    o[1] = __bfloat162float(x * y);
    o[2] = __bfloat162float(__hfma(x, y, x));
    o[3] = x > y;
    o[4] = __bfloat162float(__float2bfloat16(__bfloat162float(x) * 1.001f));
    __nv_bfloat162 r = __hmul2(__halves2bfloat162(x, y), __halves2bfloat162(y, y));
    o[5] = __high2float(r);
}

// Rounds a double to `digits` significant bits, ties to even, with subnormals
// below 2^least.
static double rounded(double v, int digits, int least, double most) {
    if (v == 0 || !std::isfinite(v)) return v;
    int e;
    std::frexp(v, &e);
    int unit = (e < least ? least : e) - digits;
    double r = std::ldexp(std::nearbyint(std::ldexp(v, -unit)), unit);
    return std::fabs(r) > most ? std::copysign(INFINITY, v) : r;
}
static double h(double v) { return rounded(v, 11, -13, 65504); }
static double bf(double v) { return rounded(v, 8, -125, 3.3895313892515355e38); }

// x * y + z without rounding twice: to odd, so that the next rounding is right.
// The product of two short numbers is exact.
static double fma_odd(double x, double y, double z) {
    double p = x * y, s = p + z, back = s - p, lost = (p - (s - back)) + (z - back);
    uint64_t bits;
    memcpy(&bits, &s, 8);
    if (lost == 0 || !std::isfinite(s) || bits & 1) return s;
    return std::nextafter(s, lost > 0 ? INFINITY : -INFINITY);
}

static double from_half(unsigned short u) {
    int e = u >> 10 & 31, m = u & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY)
                       : e ? std::ldexp(1024 + m, e - 25) : std::ldexp(m, -24);
    return u & 0x8000 ? -v : v;
}
static double from_brain(unsigned short u) {
    unsigned w = (unsigned)u << 16;
    float f;
    memcpy(&f, &w, 4);
    return f;
}
static bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

#define LIKE(got, want)                                                        \
    do {                                                                       \
        double g_ = (got), w_ = (want);                                        \
        if (!same(g_, w_) && failures++ < 20)                                  \
            printf("%s:%d: %g and %g: %s = %g, not %g\n", __FILE__, __LINE__, x, \
                   y, #want, g_, w_);                                          \
    } while (0)

static void arithmetic() {
    std::vector<unsigned short> a(N), b(N);
    const unsigned short edge[] = {0, 0x8000, 1, 0x3ff, 0x400, 0x3c00, 0xbc00,
                                   0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x3555,
                                   0x0001, 0x8001, 0x6400};
    for (int i = 0; i < N; i++) {
        a[i] = i < 256 ? edge[i / 16] : (unsigned short)lcg();
        b[i] = i < 256 ? edge[i % 16] : (unsigned short)lcg();
    }
    Dev<unsigned short> da(a), db(b);
    Dev<float> dh(N * 10), dbf(N * 6);
    halves<<<N / 128, 128>>>(da, db, dh);
    brains<<<N / 128, 128>>>(da, db, dbf);
    auto o = dh.get(), p = dbf.get();
    for (int i = 0; i < N; i++) {
        double x = from_half(a[i]), y = from_half(b[i]);
        float *g = &o[i * 10];
        LIKE(g[0], h(x + y));
        LIKE(g[1], h(x * y));
        LIKE(g[2], h(fma_odd(x, y, x)));
        // Division goes by way of float, and is no better than an ulp.
        double q = h(x / y);
        if (std::fabs(g[3] - q) > std::ldexp(std::fabs(q), -10) + 6e-8)
            LIKE(g[3], q);
        LIKE(g[4], std::isnan(x) ? y : std::isnan(y) ? x : std::fmax(x, y));
        LIKE(g[5], x < y);
        LIKE(g[6], h((float)x * 1.0001f));
        // The compiler may contract the product and the sum.
        double two = h(h(x * y) + x), fused = h(fma_odd(x, y, x));
        if (!same(g[7], fused)) LIKE(g[7], two);
        two = h(h(y * x) + y), fused = h(fma_odd(y, x, y));
        if (!same(g[8], fused)) LIKE(g[8], two);
        double root = h(std::sqrt(std::fabs(x)));
        if (!(std::fabs(g[9] - root) <= std::ldexp(root, -10))) LIKE(g[9], root);
        x = from_brain(a[i]), y = from_brain(b[i]);
        g = &p[i * 6];
        LIKE(g[0], bf(x + y));
        LIKE(g[1], bf(x * y));
        LIKE(g[2], bf(fma_odd(x, y, x)));
        LIKE(g[3], x > y);
        LIKE(g[4], bf((float)((float)x * 1.001f)));
        LIKE(g[5], bf(y * y));
    }
}

// A dot product as course material writes it, and atomics on both types.
__global__ void dot(const __half2 *a, const __half2 *b, int n, float *out) {
    float s = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float2 x = __half22float2(a[i]), y = __half22float2(b[i]);
        s += x.x * y.x + x.y * y.y;
    }
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x == 0) *out = s;
}
__global__ void adds(__half2 *h2, __half *h1, __nv_bfloat16 *b) {
    atomicAdd(h2, __floats2half2_rn(1, 2));
    atomicAdd(h1, __float2half(0.5f));
    atomicAdd(b, __float2bfloat16(0.25f));
}

static void uses() {
    int n = 100;
    std::vector<__half2> a(n), b(n);
    float want = 0, got;
    for (int i = 0; i < n; i++) {
        float v[4];
        for (float &x : v) x = (float)(lcg() % 8);
        a[i] = __floats2half2_rn(v[0], v[1]);
        b[i] = __floats2half2_rn(v[2], v[3]);
        want += v[0] * v[2] + v[1] * v[3];
    }
    Dev<__half2> da(a), db(b), h2(1);
    Dev<float> out(1);
    Dev<__half> h1(2);
    Dev<__nv_bfloat16> bb(2);
    dot<<<1, 32>>>(da, db, n, out);
    OK(cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost));
    CHECK(got == want);
    h2.zero(), h1.zero(), bb.zero();
    adds<<<2, 50>>>(h2, h1, bb);
    float2 f = __half22float2(h2.get()[0]);
    CHECK(f.x == 100 && f.y == 200);
    CHECK(__half2float(h1.get()[0]) == 50);
    CHECK(__bfloat162float(bb.get()[0]) == 25);
}

int main() {
    arithmetic();
    uses();
    return finish();
}
