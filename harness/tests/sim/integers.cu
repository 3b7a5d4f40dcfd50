// Integer functions against plain C++ on the host, on edge cases and random
// ones: bits, products, shifts, bytes, SIMD in a word, division, conversion.
#include "ok.h"

#include <climits>

enum { N = 2048, R = 64 };
typedef unsigned long long U64;
typedef long long I64;

template <class F>
__global__ void map(const U64 *a, const U64 *b, U64 *out, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) out[i] = f(a[i], b[i]);
}

static std::vector<U64> as, bs;

static void draw() {
    const U64 edge[] = {0, 1, 2, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff,
                        0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
                        1ull << 32, 0x7fffffffffffffffull, 1ull << 63, ~0ull};
    const int E = sizeof edge / sizeof *edge;
    for (int i = 0; i < N; i++) {
        U64 x = (U64)lcg() << 40 ^ (U64)lcg() << 17 ^ lcg();
        U64 y = (U64)lcg() << 40 ^ (U64)lcg() << 17 ^ lcg();
        as.push_back(i < E * E ? edge[i / E] : x >> lcg() % 64);
        bs.push_back(i < E * E ? edge[i % E] : y >> lcg() % 64);
    }
}

template <class F, class G> static void both(const char *name, F f, G g) {
    Dev<U64> a(as), b(bs), out(N);
    map<<<N / 256, 256>>>(a.p, b.p, out.p, f);
    auto o = out.get();
    int bad = 0;
    for (int i = 0; i < N; i++) {
        U64 want = g(as[i], bs[i]);
        if (o[i] != want && bad++ < 3)
            printf("%s(%llx, %llx) = %llx, not %llx\n", name, as[i], bs[i], o[i],
                   want);
    }
    failures += bad != 0;
}

// A functor for the device from an expression of a, b; one for the host.
#define CASE(name, device, ...)                                                \
    struct name##_d {                                                          \
        __device__ U64 operator()(U64 a, U64 b) const {                        \
            (void)a, (void)b;                                                  \
            return (U64)(device);                                              \
        }                                                                      \
    };                                                                         \
    static U64 name##_h(U64 a, U64 b) {                                        \
        (void)a, (void)b;                                                      \
        return (U64)(__VA_ARGS__);                                             \
    }
#define SAME(name, expression) CASE(name, expression, expression)
#define U(x) ((unsigned)(x))
#define I(x) ((int)(unsigned)(x))

static unsigned reverse(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; i++) r |= (x >> i & 1) << (31 - i);
    return r;
}
static U64 reverse64(U64 x) { return (U64)reverse(U(x)) << 32 | reverse(U(x >> 32)); }
static unsigned pick(unsigned x, unsigned y, unsigned s) {
    U64 pair = (U64)y << 32 | x;
    unsigned r = 0;
    for (int i = 0; i < 4; i++)
        r |= (unsigned)(pair >> 8 * (s >> 4 * i & 7) & 0xff) << 8 * i;
    return r;
}
template <class F> static unsigned bytes(U64 a, U64 b, F f) {
    unsigned r = 0;
    for (int i = 0; i < 4; i++)
        r |= (unsigned)(f((int)(a >> 8 * i & 255), (int)(b >> 8 * i & 255)) & 255)
             << 8 * i;
    return r;
}
static int sat(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

CASE(popc, __popc(U(a)), __builtin_popcount(U(a)))
CASE(popcll, __popcll(a), __builtin_popcountll(a))
CASE(clz, __clz(I(a)), U(a) ? __builtin_clz(U(a)) : 32)
CASE(clzll, __clzll((I64)a), a ? __builtin_clzll(a) : 64)
CASE(ffs, __ffs(I(a)), __builtin_ffs(I(a)))
CASE(ffsll, __ffsll((I64)a), __builtin_ffsll((I64)a))
CASE(brev, __brev(U(a)), reverse(U(a)))
CASE(brevll, __brevll(a), reverse64(a))
CASE(umulhi, __umulhi(U(a), U(b)), (U64)U(a) * U(b) >> 32)
CASE(mulhi, U(__mulhi(I(a), I(b))), U((I64)I(a) * I(b) >> 32))
CASE(umul64hi, __umul64hi(a, b), (U64)((unsigned __int128)a * b >> 64))
CASE(mul64hi, __mul64hi((I64)a, (I64)b), (U64)((__int128)(I64)a * (I64)b >> 64))
CASE(mul24, U(__mul24(I(a), I(b))), U((I64)(I(a << 8) >> 8) * (I(b << 8) >> 8)))
CASE(umul24, __umul24(U(a), U(b)), U((U64)(U(a) & 0xffffff) * (U(b) & 0xffffff)))
CASE(byte_perm, __byte_perm(U(a), U(b), U(a >> 7 ^ b >> 32)),
     pick(U(a), U(b), U(a >> 7 ^ b >> 32)))
CASE(funnel_l, __funnelshift_l(U(a), U(b), U(b >> 32)),
     U((((U64)U(b) << 32 | U(a)) << (U(b >> 32) & 31)) >> 32))
CASE(funnel_r, __funnelshift_r(U(a), U(b), U(b >> 32)),
     U(((U64)U(b) << 32 | U(a)) >> (U(b >> 32) & 31)))
CASE(funnel_lc, __funnelshift_lc(U(a), U(b), U(a >> 32)),
     U(a >> 32) >= 32 ? U(a) : U((((U64)U(b) << 32 | U(a)) << U(a >> 32)) >> 32))
CASE(sad, __sad(I(a), I(b), 7u), U(llabs((I64)I(a) - I(b))) + 7)
CASE(usad, __usad(U(a), U(b), 7u), U(llabs((I64)U(a) - (I64)U(b))) + 7)
CASE(hadd, U(__hadd(I(a), I(b))), U(((I64)I(a) + I(b)) >> 1))
CASE(uhadd, __uhadd(U(a), U(b)), ((U64)U(a) + U(b)) >> 1)
CASE(dp4a, U(__dp4a(I(a), I(b), 5)), [&] {
    int s = 5;
    for (int i = 0; i < 4; i++)
        s += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
    return U(s);
}())
CASE(dp2a, U(__dp2a_lo(U(a), U(b), 9u)),
     U(9 + (a & 0xffff) * (b & 0xff) + (a >> 16 & 0xffff) * (b >> 8 & 0xff)))
CASE(vadd4, __vadd4(U(a), U(b)), bytes(a, b, [](int x, int y) { return x + y; }))
CASE(vabsdiffu4, __vabsdiffu4(U(a), U(b)),
     bytes(a, b, [](int x, int y) { return abs(x - y); }))
CASE(vmaxs4, __vmaxs4(U(a), U(b)), bytes(a, b, [](int x, int y) {
         return (signed char)x > (signed char)y ? x : y;
     }))
CASE(vaddss4, __vaddss4(U(a), U(b)), bytes(a, b, [](int x, int y) {
         return sat((signed char)x + (signed char)y, -128, 127);
     }))
CASE(vcmpgtu4, __vcmpgtu4(U(a), U(b)),
     bytes(a, b, [](int x, int y) { return x > y ? 255 : 0; }))
CASE(vsub2, __vsub2(U(a), U(b)),
     (U(a) - U(b) & 0xffff) | (U(a >> 16) - U(b >> 16)) << 16)

SAME(div32, U(b) ? U(a) / U(b) : 0)
SAME(rem32, U(b) ? U(a) % U(b) : 0)
SAME(divs32, I(b) && !(I(a) == INT_MIN && I(b) == -1) ? U(I(a) / I(b)) : 0)
SAME(rems32, I(b) && !(I(a) == INT_MIN && I(b) == -1) ? U(I(a) % I(b)) : 0)
SAME(div64, b ? a / b : 0)
SAME(rem64, b ? a % b : 0)
SAME(divs64, b && !(a == 1ull << 63 && b == ~0ull) ? (I64)a / (I64)b : 0)
SAME(rems64, b && !(a == 1ull << 63 && b == ~0ull) ? (I64)a % (I64)b : 0)
SAME(by_constant, U(a) / 7 + I(a) / 10 % 3 + a / 1000003 + (I64)a % 12345)
SAME(mul64, a *b + (a ^ b))
SAME(shifts, (a << (b & 63)) ^ (a >> (b & 63)) ^ (U64)((I64)a >> (b & 63)) ^
                 U(U(a) << (b & 31)) ^ U(I(a) >> (b & 31)))
SAME(narrow, (U64)(I64)(signed char)a + (U64)(I64)(short)b + (unsigned char)b +
                 (unsigned short)(a * b) + (U64)(I64)I(a))
SAME(compare, (a < b) | ((I64)a < (I64)b) << 1 | (U(a) <= U(b)) << 2 |
                  (I(a) > I(b)) << 3 | ((signed char)a >= (signed char)b) << 4 |
                  (a == b) << 5)
SAME(select, a > b ? a - b : (I64)a < 0 ? ~a : a + b)
CASE(min_max, min(I(a), I(b)) ^ max(U(a), U(b)) ^ min((I64)a, (I64)b) ^ abs(I(a)),
     (I64)((I(a) < I(b) ? I(a) : I(b)) ^ (U(a) > U(b) ? U(a) : U(b))) ^
         ((I64)a < (I64)b ? (I64)a : (I64)b) ^ (I64)(int)(I(a) < 0 ? 0 - U(a) : U(a)))
SAME(carry, (U64)(((unsigned __int128)a * b + a) >> 64) +
                (U64)((unsigned __int128)a - b >> 64))
SAME(wide_div, (U64)((((unsigned __int128)a << 64) | b) / (a | 1)))

// Conversions: rounding and saturation as on hardware.
CASE(to_float, __float_as_uint((float)a) ^ __float_as_uint((float)I(b)), [&] {
    float x = (float)a, y = (float)I(b);
    unsigned u, v;
    memcpy(&u, &x, 4), memcpy(&v, &y, 4);
    return u ^ v;
}())
CASE(to_double, __double_as_longlong((double)a + (double)(I64)b), [&] {
    double x = (double)a + (double)(I64)b;
    U64 u;
    memcpy(&u, &x, 8);
    return u;
}())
CASE(round_modes,
     __float2int_rd(I(a) / 256.0f) * 3ll + __float2int_ru(I(a) / 256.0f) * 5ll +
         __float2int_rz(I(a) / 256.0f) * 7ll + __float2int_rn(I(a) / 256.0f),
     [&] {
         float x = I(a) / 256.0f;
         return (I64)floorf(x) * 3 + (I64)ceilf(x) * 5 + (I64)truncf(x) * 7 +
                (I64)rintf(x);
     }())
CASE(saturate, (unsigned)__float2int_rz((float)(I64)a) ^
                   __float2uint_rz((float)(I64)b),
     [&] {
         float x = (float)(I64)a, y = (float)(I64)b;
         int i = x >= 2147483648.f ? INT_MAX : x < -2147483648.f ? INT_MIN : (int)x;
         unsigned u = y >= 4294967296.f ? ~0u : y <= 0 ? 0 : (unsigned)y;
         return (unsigned)i ^ u;
     }())

__global__ void atomics(unsigned *u, U64 *w, int *s, short *h) {
    int t = threadIdx.x;
    atomicAdd(&u[0], t);
    atomicSub(&u[1], t);
    atomicMin(&u[2], 1000 - t);
    atomicMax(&u[3], t * 3);
    atomicAnd(&u[4], ~(1u << t % 16));
    atomicOr(&u[5], 1u << t % 20);
    atomicXor(&u[6], t * 77);
    atomicInc(&u[7], 9);
    atomicDec(&u[8], 9);
    atomicAdd(&w[0], 1ull << 33);
    atomicMax(&w[1], (U64)t << 40);
    atomicMin((I64 *)&w[2], -(I64)t);
    atomicExch(&s[0], 5);
    atomicMin(&s[1], -t);
    atomicCAS(&s[2], t, t + 1); // lanes in order: climbs to the end
    atomicAdd_block(&s[3], 1);
    atomicCAS((unsigned short *)&h[0], 0, (unsigned short)(t == 0 ? 7 : 0));
}

static void atomics_all() {
    Dev<unsigned> u(16);
    Dev<U64> w(4);
    Dev<int> s(4);
    Dev<short> h(4);
    u.zero(), w.zero(), s.zero(), h.zero();
    unsigned start[16] = {0, 5000, ~0u, 0, ~0u};
    OK(cudaMemcpy(u, start, 64, cudaMemcpyHostToDevice));
    atomics<<<1, 100>>>(u, w, s, h);
    auto x = u.get();
    CHECK(x[0] == 4950 && x[1] == 50 && x[2] == 901 && x[3] == 297);
    CHECK(x[4] == 0xffff0000 && x[5] == 0xfffff);
    unsigned xors = 0;
    for (int t = 0; t < 100; t++) xors ^= t * 77;
    CHECK(x[6] == xors && x[7] == 0 && x[8] == 0);
    auto y = w.get();
    CHECK(y[0] == 100ull << 33 && y[1] == 99ull << 40 && (I64)y[2] == -99);
    auto z = s.get();
    CHECK(z[0] == 5 && z[1] == -99 && z[3] == 100 && h.get()[0] == 7);
}

#define RUN(name) both(#name, name##_d(), name##_h)

int main() {
    draw();
    RUN(popc), RUN(popcll), RUN(clz), RUN(clzll), RUN(ffs), RUN(ffsll);
    RUN(brev), RUN(brevll), RUN(umulhi), RUN(mulhi), RUN(umul64hi), RUN(mul64hi);
    RUN(mul24), RUN(umul24), RUN(byte_perm), RUN(funnel_l), RUN(funnel_r);
    RUN(funnel_lc), RUN(sad), RUN(usad), RUN(hadd), RUN(uhadd), RUN(dp4a);
    RUN(dp2a), RUN(vadd4), RUN(vabsdiffu4), RUN(vmaxs4), RUN(vaddss4);
    RUN(vcmpgtu4), RUN(vsub2), RUN(div32), RUN(rem32), RUN(divs32), RUN(rems32);
    RUN(div64), RUN(rem64), RUN(divs64), RUN(rems64), RUN(by_constant);
    RUN(mul64), RUN(shifts), RUN(narrow), RUN(compare), RUN(select);
    RUN(min_max), RUN(carry), RUN(wide_div), RUN(to_float), RUN(to_double);
    RUN(round_modes), RUN(saturate);
    atomics_all();
    return finish();
}
