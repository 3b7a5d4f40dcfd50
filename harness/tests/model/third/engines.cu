// Third set: chains and pipes, and lanes that go different ways.
#include "../variants.h"

#include <cuda_fp16.h>

#include <algorithm>
#include <vector>

namespace {

#define FULL SMS * 8, 256

// ---- chains

// Newton's way to a root, K of them side by side
template <int K> __global__ void newton(float *c, int times) {
    float of[K], v[K], sum = 0;
#pragma unroll
    for (int k = 0; k < K; k++)
        v[k] = of[k] = 2 + threadIdx.x + k;
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < K; k++)
            v[k] = .5f * (v[k] + __fdividef(of[k], v[k]));
#pragma unroll
    for (int k = 0; k < K; k++)
        sum += v[k];
    c[INDEX] = sum;
}
// a polynomial of degree 15: one long chain, or pairs, and pairs of pairs
__device__ constexpr float factor(int k) {
    return .01f * (float)k + .02f;
}
__global__ void polynomial(float *c, int times) {
    float x = threadIdx.x * (1 / 1024.f);
    for (int i = 0; i < times; i++) {
        float sum = factor(15);
#pragma unroll
        for (int k = 14; k >= 0; k--)
            sum = fmaf(sum, x, factor(k));
        x = sum;
    }
    c[INDEX] = x;
}
__global__ void polynomial_pairs(float *c, int times) {
    float x = threadIdx.x * (1 / 1024.f);
    for (int i = 0; i < times; i++) {
        float x2 = x * x, x4 = x2 * x2, s[8], t[4];
#pragma unroll
        for (int k = 0; k < 8; k++)
            s[k] = fmaf(factor(2 * k + 1), x, factor(2 * k));
#pragma unroll
        for (int k = 0; k < 4; k++)
            t[k] = fmaf(s[2 * k + 1], x2, s[2 * k]);
        float low = fmaf(t[1], x4, t[0]), high = fmaf(t[3], x4, t[2]);
        x = fmaf(high, x4 * x4, low);
    }
    c[INDEX] = x;
}
__global__ void complex_powers(float2 *c, float2 by, int times) {
    float2 v = make_float2(threadIdx.x & 3, 1);
#pragma unroll 4
    for (int i = 0; i < times; i++)
        v = make_float2(v.x * by.x - v.y * by.y + .1f, v.x * by.y + v.y * by.x);
    c[INDEX] = v;
}
template <int K> __global__ void xorshift(float *c, int times) {
    unsigned long long s[K], sum = 0;
#pragma unroll
    for (int k = 0; k < K; k++)
        s[k] = INDEX * 1000003ull + k + 1;
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < K; k++) {
            s[k] ^= s[k] << 13;
            s[k] ^= s[k] >> 7;
            s[k] ^= s[k] << 17;
        }
#pragma unroll
    for (int k = 0; k < K; k++)
        sum += s[k];
    c[INDEX] = sum;
}
__global__ void powers(float *c, float to, int times) {
    float v = 1 + threadIdx.x * .01f;
    for (int i = 0; i < times; i++)
        v = powf(v, to) + .5f;
    c[INDEX] = v;
}
__global__ void waves_of(float *c, int times) {
    float v = threadIdx.x * .01f, s, k;
    for (int i = 0; i < times; i++) {
        sincosf(v, &s, &k);
        v = s * k + .7f;
    }
    c[INDEX] = v;
}
__global__ void exps_of_doubles(double *c, int times) {
    double v = threadIdx.x * .001;
    for (int i = 0; i < times; i++)
        v = exp(-v) * .9;
    c[INDEX] = v;
}
__global__ void dot_bytes(int *c, int x, int times) {
    int u = threadIdx.x, v = 1;
#pragma unroll 4
    for (int i = 0; i < times; i++) {
        u = __dp4a(u, x, v);
        v = __dp4a(v, x, u);
    }
    c[INDEX] = u ^ v;
}
// decimal digits added up, or those to a base that is known only when it runs
__device__ unsigned digits(unsigned v, unsigned base, int times) {
    unsigned sum = 0;
    for (int i = 0; i < times; i++, v = v * 5 + 1)
        for (unsigned w = v; w; w /= base)
            sum += w % base;
    return sum;
}
__global__ void digits_of_10(unsigned *c, int times) {
    c[INDEX] = digits(INDEX | 1 << 30, 10, times);
}
__global__ void digits_of_any(unsigned *c, unsigned base, int times) {
    c[INDEX] = digits(INDEX | 1 << 30, base, times);
}
template <int K> __global__ void horner_halves(float *c, __half2 x, int times) {
    __half2 v[K], one = __floats2half2_rn(.25f, .5f);
#pragma unroll
    for (int k = 0; k < K; k++)
        v[k] = __floats2half2_rn(threadIdx.x & 15, k);
    for (int i = 0; i < times; i++)
#pragma unroll
        for (int k = 0; k < K; k++)
            v[k] = __hfma2(__hfma2(v[k], x, one), x, one);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < K; k++)
        sum += __low2float(v[k]) + __high2float(v[k]);
    c[INDEX] = sum;
}
// 3 x 3 times 3 x 3, again and again
__global__ void rotations(float *c, int times) {
    float m[9], r[9] = {.8f, .6f, 0, -.6f, .8f, 0, 0, 0, 1};
    for (int i = 0; i < 9; i++)
        m[i] = (threadIdx.x + i) % 5;
    for (int t = 0; t < times; t++) {
        float n[9];
#pragma unroll
        for (int i = 0; i < 9; i++)
            n[i] = m[i / 3 * 3] * r[i % 3] + m[i / 3 * 3 + 1] * r[i % 3 + 3] +
                   m[i / 3 * 3 + 2] * r[i % 3 + 6];
#pragma unroll
        for (int i = 0; i < 9; i++)
            m[i] = n[i];
    }
    float sum = 0;
    for (int i = 0; i < 9; i++)
        sum += m[i];
    c[INDEX] = sum;
}
const Variant ilp[] = {
    {"Newton's root, 1 chain, 4 warps an SM",
     [](const Pool &p) { newton<1><<<SMS, 128>>>(p.c, 512); }},
    {"Newton's root, 4 chains, 4 warps an SM",
     [](const Pool &p) { newton<4><<<SMS, 128>>>(p.c, 512); }},
    {"degree 15 in one chain, 4 warps an SM",
     [](const Pool &p) { polynomial<<<SMS, 128>>>(p.c, 256); }},
    {"degree 15 by pairs, 4 warps an SM",
     [](const Pool &p) { polynomial_pairs<<<SMS, 128>>>(p.c, 256); }},
    {"degree 15 in one chain, full",
     [](const Pool &p) { polynomial<<<FULL>>>(p.c, 96); }},
    {"complex powers, 12 warps an SM",
     [](const Pool &p) {
         complex_powers<<<SMS * 3, 128>>>((float2 *)p.c, make_float2(.6f, .7f),
                                          1024);
     }},
    {"xorshift of 64 bits, 1 chain, 8 warps an SM",
     [](const Pool &p) { xorshift<1><<<SMS, 256>>>(p.c, 512); }},
    {"xorshift of 64 bits, 3 chains, full",
     [](const Pool &p) { xorshift<3><<<FULL>>>(p.c, 48); }},
    {"powers, 16 warps an SM",
     [](const Pool &p) { powers<<<SMS * 2, 256>>>(p.c, .9f, 96); }},
    {"sines and cosines, full",
     [](const Pool &p) { waves_of<<<FULL>>>(p.c, 48); }},
    {"exponents of doubles, 8 warps an SM",
     [](const Pool &p) {
         exps_of_doubles<<<SMS * 2, 128>>>((double *)p.c, 128);
     }},
    {"dots of bytes, full",
     [](const Pool &p) { dot_bytes<<<FULL>>>((int *)p.c, 0x01020301, 256); }},
    {"decimal digits, 32 warps an SM",
     [](const Pool &p) { digits_of_10<<<SMS * 4, 256>>>((unsigned *)p.c, 8); }},
    {"digits to any base, 32 warps an SM",
     [](const Pool &p) {
         digits_of_any<<<SMS * 4, 256>>>((unsigned *)p.c, 10, 8);
     }},
    {"half2 polynomial, 3 chains, 32 warps an SM",
     [](const Pool &p) {
         horner_halves<3>
             <<<SMS * 4, 256>>>(p.c, __floats2half2_rn(.5f, .25f), 256);
     }},
    {"3 x 3 products, 32 warps an SM",
     [](const Pool &p) { rotations<<<SMS * 8, 128>>>(p.c, 64); }},
};
Family ilp_family("ilp", ilp, 3);

// ---- divergence

// Julia's set: a warp is a row of 32, or 8 x 4
__global__ void julia(float *c, int wide, int lanes_wide) {
    int i = INDEX, lane = i % 32, tile = i / 32;
    int across = wide / lanes_wide;
    int x = tile % across * lanes_wide + lane % lanes_wide;
    int y = tile / across * (32 / lanes_wide) + lane / lanes_wide;
    float zx = x * (3.f / wide) - 1.5f, zy = y * (3.f / wide) - 1.5f;
    int n = 0;
    for (; n < 200 && zx * zx + zy * zy < 4; n++) {
        float t = zx * zx - zy * zy - .8f;
        zy = 2 * zx * zy + .156f;
        zx = t;
    }
    c[y * wide + x] = n;
}
// kinds of work: by turns among lanes, or sorted so that warps agree
__global__ void kinds(float *c, int shift, int times) {
    float v = 1 + threadIdx.x * .01f;
    int kind = INDEX >> shift & 3;
    for (int i = 0; i < times; i++)
        if (kind == 0)
            v = __sinf(v) + 1.1f;
        else if (kind == 1)
            v = __logf(v + 1.5f) + 1;
        else if (kind == 2)
            v = sqrtf(v * v + .5f);
        else
            v = __fdividef(v + 3, v + 1);
    c[INDEX] = v;
}
// as many steps as index says
__global__ void as_often(const uint32_t *times, float *c) {
    float v = INDEX;
    for (uint32_t i = times[INDEX]; i > 0; i--)
        v = v * .5f + sqrtf(v);
    c[INDEX] = v;
}
void often(const Pool &p, bool sorted) {
    std::vector<uint32_t> v(SMS * 8 * 256);
    Random r(71);
    for (uint32_t &x : v) {
        uint32_t w = r.next();
        x = 1 + w % 16 + (w >> 8 & 15 ? 0 : w >> 12 & 127);
    }
    if (sorted) std::sort(v.begin(), v.end());
    pool_index(p, v.data(), v.size());
}
void often_random(const Pool &p) {
    often(p, false);
}
void often_sorted(const Pool &p) {
    often(p, true);
}
__global__ void primes(unsigned *c, unsigned from) {
    unsigned n = from + 2 * INDEX, d = 3;
    while (d * d <= n && n % d)
        d += 2;
    c[INDEX] = d * d > n;
}
// points in a ball: tried until one is inside
__global__ void in_ball(float4 *c, int times) {
    unsigned s = INDEX * 747796405u + 1;
    float sx = 0, sy = 0, sz = 0;
    for (int i = 0; i < times; i++) {
        float x, y, z;
        do {
            s = s * 1664525u + 1013904223u;
            x = (int)(s & 0xff00) * (1 / 32768.f) - 1;
            y = (int)(s >> 8 & 0xff00) * (1 / 32768.f) - 1;
            z = (int)(s >> 16 & 0xff00) * (1 / 32768.f) - 1;
        } while (x * x + y * y + z * z > 1);
        sx += x;
        sy += y;
        sz += z;
    }
    c[INDEX] = make_float4(sx, sy, sz, 0);
}
// a thread sorts its 16 words by putting each in its place
__global__ void insertion(const float *a, float *c) {
    __shared__ float s[16][128];
    unsigned t = threadIdx.x;
    for (int i = 0; i < 16; i++) {
        float v = a[(size_t)blockIdx.x * 2048 + i * 128 + t];
        int j = i;
        for (; j > 0 && s[j - 1][t] > v; j--)
            s[j][t] = s[j - 1][t];
        s[j][t] = v;
    }
    for (int i = 0; i < 16; i++)
        c[(size_t)blockIdx.x * 2048 + i * 128 + t] = s[i][t];
}
__device__ void order(float &x, float &y) {
    float low = fminf(x, y);
    y = fmaxf(x, y);
    x = low;
}
// the same by a network, without branches
__global__ void network(const float *a, float *c) {
    float v[16];
    size_t at = (size_t)blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int i = 0; i < 16; i++)
        v[i] = a[at + i * 128];
#pragma unroll
    for (int round = 0; round < 16; round++)
#pragma unroll
        for (int i = round % 2; i < 15; i += 2)
            order(v[i], v[i + 1]);
#pragma unroll
    for (int i = 0; i < 16; i++)
        c[at + i * 128] = v[i];
}
const Variant branches[] = {
    {"Julia's set, a warp a row of 32",
     [](const Pool &p) { julia<<<4096, 256>>>(p.c, 1024, 32); }},
    {"Julia's set, a warp 8 x 4",
     [](const Pool &p) { julia<<<4096, 256>>>(p.c, 1024, 8); }},
    {"4 kinds of work by turns",
     [](const Pool &p) { kinds<<<FULL>>>(p.c, 0, 64); }},
    {"4 kinds of work, warps agree",
     [](const Pool &p) { kinds<<<FULL>>>(p.c, 5, 64); }},
    {"as often as data say, random",
     [](const Pool &p) { as_often<<<FULL>>>(p.index, p.c); }, often_random},
    {"as often as data say, sorted",
     [](const Pool &p) { as_often<<<FULL>>>(p.index, p.c); }, often_sorted},
    {"primes by trial",
     [](const Pool &p) { primes<<<SMS * 4, 256>>>((unsigned *)p.c, 1000001); }},
    {"points in a ball, tried until inside",
     [](const Pool &p) { in_ball<<<SMS * 4, 256>>>((float4 *)p.c, 48); }},
    {"16 sorted by a thread, each put in its place",
     [](const Pool &p) { insertion<<<2048, 128>>>(p.a, p.c); }},
    {"16 sorted by a thread, a network",
     [](const Pool &p) { network<<<2048, 128>>>(p.a, p.c); }},
};
Family branch_family("divergence", branches, 3);

} // namespace
