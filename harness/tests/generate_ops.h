// The operations that generated programs are made of: text, operands, and what
// they compute, from the PTX ISA and written apart from the simulated device.
//
// sig: destination, then sources. r 32 bits, d 64, f f32, p predicate; u a
// 32-bit source that may be an immediate. Arguments come as raw bits.
#ifndef TESTS_GENERATE_OPS_H
#define TESTS_GENERATE_OPS_H

#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t (*GenFn)(uint64_t a, uint64_t b, uint64_t c);
typedef struct GenOp {
    const char *text, *sig;
    GenFn fn;
} GenOp;

static inline float g_f(uint64_t bits) {
    uint32_t b = (uint32_t)bits;
    float f;
    memcpy(&f, &b, sizeof f);
    return f;
}
static inline uint64_t g_bits(float f) {
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return isnan(f) ? 0x7fffffff : b;
}
static inline float g_ftz(float f) {
    return fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f;
}
static inline float g_round(int mode, char op, float a, float b, float c) {
    volatile float x = a, y = b, z = c, r;
    fesetround(mode);
    r = op == '+'   ? x + y
        : op == '*' ? x * y
        : op == '/' ? x / y
                    : fmaf(x, y, z);
    fesetround(FE_TONEAREST);
    return r;
}
static inline float g_min(float a, float b) {
    if (isnan(a)) return b;
    if (isnan(b)) return a;
    if (a == 0 && b == 0) return signbit(a) ? a : b;
    return a < b ? a : b;
}
static inline uint64_t g_min_bits(float a, float b) {
    return isnan(a) && isnan(b) ? 0x7fffffff : g_bits(g_min(a, b));
}
static inline uint64_t g_to_s32(float f, int mode) {
    if (isnan(f)) return 0;
    double r = mode == FE_UPWARD       ? ceil(f)
               : mode == FE_TOWARDZERO ? trunc(f)
                                       : rint(f);
    if (r >= 2147483647.0) return 0x7fffffff;
    if (r <= -2147483648.0) return 0x80000000;
    return (uint32_t)(int32_t)r;
}
static inline uint64_t g_to_u32(float f) {
    if (isnan(f) || f <= 0) return 0;
    double r = trunc(f);
    return r >= 4294967295.0 ? 0xffffffff : (uint32_t)r;
}
static inline uint32_t g_prmt(uint32_t a, uint32_t b, uint32_t s) {
    uint64_t pair = (uint64_t)b << 32 | a;
    uint32_t r = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t n = s >> (4 * i) & 15, byte = pair >> (8 * (n & 7)) & 255;
        if (n & 8) byte = byte & 128 ? 255 : 0;
        r |= byte << (8 * i);
    }
    return r;
}
static inline uint32_t g_bfe(uint32_t a, uint32_t b, uint32_t c, int sgn) {
    uint32_t pos = b & 255, len = c & 255, r = 0;
    uint32_t fill = 0;
    if (sgn && len) {
        uint32_t top = pos + len - 1;
        fill = a >> (top > 31 ? 31 : top) & 1;
    }
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t bit = i < len && pos + i <= 31 ? a >> (pos + i) & 1 : fill;
        r |= bit << i;
    }
    return r;
}
static inline uint32_t g_bfi(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    uint32_t pos = c & 255, len = d & 255;
    for (uint32_t i = 0; i < len && pos + i <= 31; i++)
        b = (b & ~(1u << (pos + i))) | (a >> i & 1) << (pos + i);
    return b;
}
static inline uint32_t g_shf_l(uint32_t a, uint32_t b, uint32_t n) {
    for (; n; n--) { // a: low word, b: high
        b = b << 1 | a >> 31;
        a <<= 1;
    }
    return b;
}
static inline uint32_t g_shf_r(uint32_t a, uint32_t b, uint32_t n) {
    for (; n; n--) {
        a = a >> 1 | b << 31;
        b >>= 1;
    }
    return a;
}
static inline uint32_t g_lop(uint32_t a, uint32_t b, uint32_t c, uint32_t t) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++) {
        uint32_t at = (a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1);
        r |= (t >> at & 1) << i;
    }
    return r;
}
static inline int32_t g_byte(uint32_t v, int i, int sgn) {
    uint32_t b = v >> (8 * i) & 255;
    return sgn ? (int8_t)b : (int32_t)b;
}
static inline uint32_t g_dp4a(uint32_t a, uint32_t b, uint32_t c, int sa,
                              int sb) {
    for (int i = 0; i < 4; i++)
        c += (uint32_t)(g_byte(a, i, sa) * g_byte(b, i, sb));
    return c;
}

#define A  ((uint32_t)a)
#define B  ((uint32_t)b)
#define C  ((uint32_t)c)
#define SA ((int32_t)a)
#define SB ((int32_t)b)
#define DA ((int64_t)a)
#define DB ((int64_t)b)
#define FA g_f(a)
#define FB g_f(b)
#define FC g_f(c)

//   GEN_OP(id, text, operands, what it computes)
#define GEN_OPS                                                                \
    GEN_OP(add, "add.u32", "rru", A + B)                                       \
    GEN_OP(sub, "sub.s32", "rru", A - B)                                       \
    GEN_OP(mul, "mul.lo.u32", "rru", A *B)                                     \
    GEN_OP(mulhu, "mul.hi.u32", "rrr", (uint64_t)A *B >> 32)                   \
    GEN_OP(mulhs, "mul.hi.s32", "rrr", (uint64_t)((int64_t)SA * SB) >> 32)     \
    GEN_OP(mulwu, "mul.wide.u32", "dru", (uint64_t)A *B)                       \
    GEN_OP(mulws, "mul.wide.s32", "drr", (uint64_t)((int64_t)SA * SB))         \
    GEN_OP(mad, "mad.lo.u32", "rrrr", A *B + C)                                \
    GEN_OP(madw, "mad.wide.u32", "drrd", (uint64_t)A *B + c)                   \
    GEN_OP(mad24, "mad24.lo.u32", "rrrr", (A & 0xffffff) * (B & 0xffffff) + C) \
    GEN_OP(divu, "div.u32", "rrn", A / B)                                      \
    GEN_OP(remu, "rem.u32", "rrn", A % B)                                      \
    GEN_OP(divs, "div.s32", "rrn",                                             \
           SB == -1 ? (uint32_t)-A : (uint32_t)(SA / SB))                      \
    GEN_OP(rems, "rem.s32", "rrn", SB == -1 ? 0 : (uint32_t)(SA % SB))         \
    GEN_OP(minu, "min.u32", "rru", A < B ? A : B)                              \
    GEN_OP(maxs, "max.s32", "rru", SA > SB ? A : B)                            \
    GEN_OP(abs_, "abs.s32", "rr", SA < 0 ? -A : A)                             \
    GEN_OP(neg, "neg.s32", "rr", -A)                                           \
    GEN_OP(sad, "sad.s32", "rrrr", C + (SA > SB ? A - B : B - A))              \
    GEN_OP(and_, "and.b32", "rru", A &B)                                       \
    GEN_OP(or_, "or.b32", "rru", A | B)                                        \
    GEN_OP(xor_, "xor.b32", "rru", A ^ B)                                      \
    GEN_OP(not_, "not.b32", "rr", ~A)                                          \
    GEN_OP(shl, "shl.b32", "rru", B > 31 ? 0 : A << B)                         \
    GEN_OP(shru, "shr.u32", "rru", B > 31 ? 0 : A >> B)                        \
    GEN_OP(shrs, "shr.s32", "rru", (uint32_t)(SA >> (B > 31 ? 31 : B)))        \
    GEN_OP(shfl_, "shf.l.clamp.b32", "rrrr", g_shf_l(A, B, C > 32 ? 32 : C))   \
    GEN_OP(shfr_, "shf.r.wrap.b32", "rrrr", g_shf_r(A, B, C & 31))             \
    GEN_OP(bfeu, "bfe.u32", "rrrr", g_bfe(A, B, C, 0))                         \
    GEN_OP(bfes, "bfe.s32", "rrrr", g_bfe(A, B, C, 1))                         \
    GEN_OP(bfi_, "bfi.b32", "rrrr5", g_bfi(A, B, C, 5))                        \
    GEN_OP(prmt, "prmt.b32", "rrrr", g_prmt(A, B, C))                          \
    GEN_OP(lop, "lop3.b32", "rrrr0xe8", g_lop(A, B, C, 0xe8))                  \
    GEN_OP(popc, "popc.b32", "rr", (uint64_t)__builtin_popcount(A))            \
    GEN_OP(clz, "clz.b32", "rr", A ? (uint64_t)__builtin_clz(A) : 32)          \
    GEN_OP(brev, "brev.b32", "rr", g_brev(A))                                  \
    GEN_OP(bfind, "bfind.u32", "rr",                                           \
           A ? 31 - (uint64_t)__builtin_clz(A) : 0xffffffff)                   \
    GEN_OP(dpss, "dp4a.s32.s32", "rrrr", g_dp4a(A, B, C, 1, 1))                \
    GEN_OP(dpus, "dp4a.u32.s32", "rrrr", g_dp4a(A, B, C, 0, 1))                \
    GEN_OP(cnot, "cnot.b32", "rr", A == 0)                                     \
    GEN_OP(selp, "selp.b32", "rrrp", c ? A : B)                                \
    GEN_OP(slct, "slct.b32.s32", "rrrr", (int32_t)C >= 0 ? A : B)              \
    GEN_OP(setlt, "set.lt.u32.s32", "rrr", SA < SB ? 0xffffffff : 0)           \
    GEN_OP(lts, "setp.lt.s32", "prr", SA < SB)                                 \
    GEN_OP(geu, "setp.ge.u32", "pru", A >= B)                                  \
    GEN_OP(eq, "setp.eq.u32", "prr", A == B)                                   \
    GEN_OP(nef, "setp.ne.f32", "pff", FA<FB || FA> FB)                         \
    GEN_OP(ltuf, "setp.ltu.f32", "pff", !(FA >= FB))                           \
    GEN_OP(numf, "setp.num.f32", "pff", !isnan(FA) && !isnan(FB))              \
    GEN_OP(leand, "setp.le.and.s32", "prrp", SA <= SB && c)                    \
    GEN_OP(add64, "add.s64", "ddd", a + b)                                     \
    GEN_OP(sub64, "sub.s64", "ddd", a - b)                                     \
    GEN_OP(mul64, "mul.lo.s64", "ddd", a *b)                                   \
    GEN_OP(xor64, "xor.b64", "ddd", a ^ b)                                     \
    GEN_OP(shl64, "shl.b64", "ddu", B > 63 ? 0 : a << B)                       \
    GEN_OP(shr64, "shr.s64", "ddu", (uint64_t)(DA >> (B > 63 ? 63 : B)))       \
    GEN_OP(min64, "min.s64", "ddd", DA < DB ? a : b)                           \
    GEN_OP(lt64, "setp.lt.u64", "pdd", a < b)                                  \
    GEN_OP(up64, "cvt.s64.s32", "dr", (uint64_t)(int64_t)SA)                   \
    GEN_OP(upu64, "cvt.u64.u32", "dr", A)                                      \
    GEN_OP(down, "cvt.u32.u64", "rd", (uint32_t)a)                             \
    GEN_OP(sat64, "cvt.sat.s32.s64", "rd",                                     \
           DA > INT32_MAX   ? 0x7fffffff                                       \
           : DA < INT32_MIN ? 0x80000000                                       \
                            : (uint32_t)a)                                     \
    GEN_OP(s8, "cvt.s32.s8", "rr", (uint32_t)(int8_t)A)                        \
    GEN_OP(u16, "cvt.u32.u16", "rr", (uint16_t)A)                              \
    GEN_OP(popc64, "popc.b64", "rd", (uint64_t)__builtin_popcountll(a))        \
    GEN_OP(fadd, "add.rn.f32", "fff",                                          \
           g_bits(g_round(FE_TONEAREST, '+', FA, FB, 0)))                      \
    GEN_OP(faddz, "add.rz.f32", "fff",                                         \
           g_bits(g_round(FE_TOWARDZERO, '+', FA, FB, 0)))                     \
    GEN_OP(faddf, "add.ftz.f32", "fff", g_bits(g_ftz(g_ftz(FA) + g_ftz(FB))))  \
    GEN_OP(fsub, "sub.rn.f32", "fff",                                          \
           g_bits(g_round(FE_TONEAREST, '+', FA, -FB, 0)))                     \
    GEN_OP(fmulm, "mul.rm.f32", "fff",                                         \
           g_bits(g_round(FE_DOWNWARD, '*', FA, FB, 0)))                       \
    GEN_OP(fmul, "mul.rn.f32", "fff",                                          \
           g_bits(g_round(FE_TONEAREST, '*', FA, FB, 0)))                      \
    GEN_OP(fma_, "fma.rn.f32", "ffff",                                         \
           g_bits(g_round(FE_TONEAREST, 'f', FA, FB, FC)))                     \
    GEN_OP(fmap, "fma.rp.f32", "ffff",                                         \
           g_bits(g_round(FE_UPWARD, 'f', FA, FB, FC)))                        \
    GEN_OP(fdiv, "div.rn.f32", "fff",                                          \
           g_bits(g_round(FE_TONEAREST, '/', FA, FB, 0)))                      \
    GEN_OP(fsqrt, "sqrt.rn.f32", "ff", g_bits(sqrtf(FA)))                      \
    GEN_OP(frcp, "rcp.rn.f32", "ff", g_bits(1.0f / FA))                        \
    GEN_OP(fmin_, "min.f32", "fff", g_min_bits(FA, FB))                        \
    GEN_OP(fsat, "add.sat.f32", "fff",                                         \
           g_bits(isnan(FA + FB) ? 0 : fminf(fmaxf(FA + FB, 0.0f), 1.0f)))     \
    GEN_OP(f2s, "cvt.rzi.s32.f32", "rf", g_to_s32(FA, FE_TOWARDZERO))          \
    GEN_OP(f2sn, "cvt.rni.s32.f32", "rf", g_to_s32(FA, FE_TONEAREST))          \
    GEN_OP(f2sp, "cvt.rpi.s32.f32", "rf", g_to_s32(FA, FE_UPWARD))             \
    GEN_OP(f2u, "cvt.rzi.u32.f32", "rf", g_to_u32(FA))                         \
    GEN_OP(s2f, "cvt.rn.f32.s32", "fr", g_bits((float)SA))                     \
    GEN_OP(u2f, "cvt.rn.f32.u32", "fr", g_bits((float)A))                      \
    GEN_OP(copyr, "mov.b32", "rr", A)                                          \
    GEN_OP(fromf, "mov.b32", "rf", A)                                          \
    GEN_OP(tof, "mov.b32", "fr", A)                                            \
    GEN_OP(selpf, "selp.f32", "fffp", c ? A : B)

static inline uint32_t g_brev(uint32_t v) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (v >> i & 1) << (31 - i);
    return r;
}

#define GEN_OP(id, text, sig, expr)                                            \
    static uint64_t gen_##id(uint64_t a, uint64_t b, uint64_t c) {             \
        (void)a, (void)b, (void)c;                                             \
        return (uint64_t)(expr);                                               \
    }
GEN_OPS
#undef GEN_OP
#define GEN_OP(id, text, sig, expr) {text, sig, gen_##id},
static const GenOp gen_ops[] = {GEN_OPS};
#undef GEN_OP
#undef A
#undef B
#undef C
#undef SA
#undef SB
#undef DA
#undef DB
#undef FA
#undef FB
#undef FC

#endif
