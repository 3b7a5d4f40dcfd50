// Integer operations and intrinsics, each over the same awkward values.
#include "diff.h"

static std::vector<uint32_t> awkward() {
    std::vector<uint32_t> v = {0,          1,          2,          31,
                               32,         33,         0x7fffffff, 0x80000000,
                               0xffffffff, 0xfffffffe, 0x55555555, 0xaaaaaaaa,
                               0x00ff00ff, 0x80808080, 0x12345678, 0xdeadbeef};
    for (uint32_t i = 0; v.size() < 32; i++)
        v.push_back(mixed(i + 7));
    return v;
}

// Every pair (a, b) of 32 values: f(a, b, a ^ b rotated) summed up per a.
template <class F>
__global__ void every_pair(const uint32_t *v, uint32_t *out, F f) {
    uint32_t a = v[threadIdx.x], sum = 0;
    for (int i = 0; i < 32; i++) {
        uint32_t b = v[i], c = v[(i + threadIdx.x) % 32];
        sum = sum * 31 + f(a, b, c);
    }
    out[threadIdx.x] = sum;
}

#define PAIRS(name, functor)                                                   \
    PROGRAM(name) {                                                            \
        Device<uint32_t> v(awkward()), o(32);                                  \
        every_pair<<<1, 32>>>(v.p, o.p, functor{});                            \
        out_ints("sums", o.host());                                            \
    }
#define PAIR(name, expr)                                                       \
    struct name##_f {                                                          \
        __device__ uint32_t operator()(uint32_t a, uint32_t b,                 \
                                       uint32_t c) const {                     \
            (void)a, (void)b, (void)c;                                         \
            return (uint32_t)(expr);                                           \
        }                                                                      \
    };                                                                         \
    PAIRS(name, name##_f)

PAIR(high_halves_of_products, __umulhi(a, b) ^ (uint32_t)__mulhi((int)a, (int)c))
PAIR(products_of_24_bits, __umul24(a, b) + (uint32_t)__mul24((int)b, (int)c))
PAIR(sums_of_differences, __usad(a, b, c) + (uint32_t)__sad((int)a, (int)b, c))
PAIR(averages_without_overflow,
     __uhadd(a, b) + (uint32_t)__rhadd((int)a, (int)c))
PAIR(counting_bits, __popc(a) * 1000 + __clz((int)b) * 40 + __ffs((int)c))
PAIR(reversed_bits, __brev(a) ^ (b >> 3))
PAIR(bytes_permuted, __byte_perm(a, b, c))
PAIR(funnel_shifts, __funnelshift_l(a, b, c) ^ __funnelshift_r(a, b, c) ^
                        __funnelshift_lc(a, b, c) ^ __funnelshift_rc(a, b, c))
PAIR(dot_products_of_bytes,
     __dp4a(a, b, c) ^ (uint32_t)__dp4a((int)a, (int)b, (int)c))
PAIR(dot_products_of_halfwords,
     __dp2a_lo(a, b, c) ^ (uint32_t)__dp2a_hi((int)a, (int)b, (int)c))
PAIR(bytes_side_by_side,
     __vadd4(a, b) ^ __vsub4(b, c) ^ __vmaxs4(a, c) ^ __vminu4(a, b) ^
         __vcmpgtu4(b, c) ^ __vabsdiffu4(a, b) ^ __vavgu4(a, c))
PAIR(halfwords_side_by_side,
     __vadd2(a, b) ^ __vsub2(b, c) ^ __vmaxs2(a, c) ^ __vminu2(a, b) ^
         __vcmpges2(b, c) ^ __vabsdiffs2(a, b) ^ __vsetgtu2(a, c))
PAIR(saturated_bytes, __vaddss4(a, b) ^ __vsubus4(b, c) ^ __vaddus2(a, c))
PAIR(quotients_of_variables, a / (b | 1) + c % (a | 1) +
                                 (uint32_t)((int)a / ((int)b | 1)))
PAIR(quotients_of_constants,
     a / 7 + b / 10 + c / 641 + a % 1000 + (uint32_t)((int)b / 7) +
         (uint32_t)((int)c % 16))
PAIR(shifts_of_any_amount,
     (b < 32 ? a << b : 0) + (c < 32 ? a >> c : 0) + (uint32_t)((int)a >> (b & 31)))
PAIR(comparisons_and_choices,
     ((int)a < (int)b ? c : ~c) + (a < b ? 1 : 2) * 7 + min((int)a, (int)c) +
         max(a, b))
PAIR(narrow_types, (uint32_t)(int8_t)a + (uint8_t)b * 3u +
                       (uint32_t)(int16_t)(a + b) + (uint16_t)(c * a))

template <class F>
__global__ void wide(const uint32_t *v, unsigned long long *out, F f) {
    unsigned long long a = (unsigned long long)v[threadIdx.x] << 32 |
                           v[(threadIdx.x * 5 + 3) % 32];
    unsigned long long sum = 0;
    for (int i = 0; i < 32; i++) {
        unsigned long long b = (unsigned long long)v[i] << (i % 3 * 16) ^ i;
        sum = sum * 31 + f(a, b);
    }
    out[threadIdx.x] = sum;
}
#define WIDE(name, expr)                                                       \
    struct name##_f {                                                          \
        __device__ unsigned long long operator()(unsigned long long a,         \
                                                 unsigned long long b) const { \
            return (unsigned long long)(expr);                                 \
        }                                                                      \
    };                                                                         \
    PROGRAM(name) {                                                            \
        Device<uint32_t> v(awkward());                                         \
        Device<unsigned long long> o(32);                                      \
        wide<<<1, 32>>>(v.p, o.p, name##_f{});                                 \
        out_ints("sums", o.host());                                            \
    }

WIDE(long_products, a *b + __umul64hi(a, b))
WIDE(long_quotients, a / (b | 1) + a % (b | 1) + (long long)a / ((long long)b | 1))
WIDE(long_shifts, (a << (b & 63)) ^ (a >> (b >> 3 & 63)) ^
                      (unsigned long long)((long long)a >> (b & 31)))
WIDE(long_bits, __popcll(a) * 100 + __clzll((long long)b) + __ffsll((long long)a) +
                    __brevll(b))
WIDE(long_comparisons, ((long long)a < (long long)b ? a : b) +
                           (a > b ? 3 : 5) + llmax((long long)a, (long long)b))

__global__ void carry(const uint32_t *v, uint32_t *out) {
    uint32_t a = v[threadIdx.x], b = v[31 - threadIdx.x], lo, hi, x, y;
    asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %2, 0;"
        : "=&r"(lo), "=r"(hi)
        : "r"(a), "r"(b));
    asm("sub.cc.u32 %0, %2, %3; subc.u32 %1, %3, %2;"
        : "=&r"(x), "=r"(y)
        : "r"(a), "r"(b));
    out[threadIdx.x] = lo * 3 + hi * 5 + x * 7 + y * 11;
}
PROGRAM(carries_between_instructions) {
    Device<uint32_t> v(awkward()), o(32);
    carry<<<1, 32>>>(v.p, o.p);
    out_ints("sums", o.host());
}

__global__ void wide128(const uint32_t *v, unsigned long long *out) {
    unsigned __int128 a = v[threadIdx.x], b = v[31 - threadIdx.x];
    a = (a << 70) | (b << 33) | threadIdx.x;
    unsigned __int128 p = a * (b + 12345), q = a / (b + 3);
    out[4 * threadIdx.x] = (unsigned long long)p;
    out[4 * threadIdx.x + 1] = (unsigned long long)(p >> 64);
    out[4 * threadIdx.x + 2] = (unsigned long long)q;
    out[4 * threadIdx.x + 3] = (unsigned long long)(q >> 64);
}
PROGRAM(integers_of_128_bits) {
    Device<uint32_t> v(awkward());
    Device<unsigned long long> o(128);
    wide128<<<1, 32>>>(v.p, o.p);
    out_ints("parts", o.host());
}
