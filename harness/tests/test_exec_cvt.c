// Conversions: values where they go wrong, the loops against the exact way, and
// the exact way against arithmetic that is exact too.
#include "sim/exec/exact.h"
#include "sim/half.h"
#include "sim/module/decode.h"
#include "tests/lane_test.h"
#include "tests/quad.h"

#include <math.h>

#define NEG   0x80000000u
#define ONES  0xffffffffu
#define ALL   0xffffffffffffffffu
#define MIN64 0x8000000000000000u
#define F1    0x3f800000u
#define FNAN  0x7fffffffu
#define FINF  0x7f800000u
#define FSUB  0x00400000u
#define DNAN  0x7ff8000000000000u

// clang-format off
static const Row rows[] = {
    // integers: cut off, or extended as the source's type says
    {"cvt.u32.u8 r0, h1", {0xfff0}, 0xf0},
    {"cvt.s32.s8 r0, h1", {0x00f0}, 0xfffffff0},
    {"cvt.u32.s8 r0, h1", {0x00f0}, 0xfffffff0},
    {"cvt.u32.u8 r0, r1", {0xabcdef12}, 0x12}, // a register wider than the type
    {"cvt.u32.u8 r0, q1", {0xabcdef12}, 0x12},
    {"cvt.u32.u32 r0, q1", {0x5abcdef12}, 0xabcdef12},
    {"cvt.u16.u32 h0, r1", {0x12345678}, 0x5678},
    {"cvt.u8.u32 h0, r1", {0x12345678}, 0x78},
    {"cvt.s8.s32 h0, r1", {0x123456f8}, 0xfff8}, // extended in its register
    {"cvt.s8.s32 r0, r1", {0x123456f8}, 0xfffffff8},
    {"cvt.u8.s32 r0, r1", {0x123456f8}, 0xf8},
    {"cvt.u16.u32 q0, r1", {0x12345678}, 0x5678},
    {"cvt.s16.s32 q0, r1", {0x1234f678}, 0xfffffffffffff678},
    {"cvt.s16.s8 h0, h1", {0xf0}, 0xfff0},
    {"cvt.u64.u32 q0, r1", {ONES}, ONES},
    {"cvt.s64.s32 q0, r1", {ONES}, ALL},
    {"cvt.u64.s32 q0, r1", {ONES}, ALL},
    {"cvt.u32.u64 r0, q1", {0x123456789}, 0x23456789},
    {"cvt.u64.u16 q0, h1", {0xffff}, 0xffff},
    {"cvt.sat.s8.s32 r0, r1", {1000}, 127},
    {"cvt.sat.s8.s32 r0, r1", {-1000u}, 0xffffff80},
    {"cvt.sat.u8.s32 r0, r1", {-5u}, 0},
    {"cvt.sat.u8.s32 r0, r1", {300}, 255},
    {"cvt.sat.u32.s64 r0, q1", {ALL}, 0},
    {"cvt.sat.s32.u32 r0, r1", {ONES}, 0x7fffffff},
    {"cvt.sat.u16.u64 h0, q1", {1ull << 63}, 0xffff},
    // integer to float
    {"cvt.rn.f32.s32 r0, r1", {ONES}, 0xbf800000},
    {"cvt.rn.f32.u32 r0, r1", {ONES}, 0x4f800000},
    {"cvt.rz.f32.u32 r0, r1", {ONES}, 0x4f7fffff},
    {"cvt.rm.f32.s32 r0, r1", {-16777217u}, 0xcb800001},
    {"cvt.rp.f32.s32 r0, r1", {16777217}, 0x4b800001},
    {"cvt.rn.f32.s32 r0, r1", {16777217}, 0x4b800000}, // tie to even
    {"cvt.rn.f32.u64 r0, q1", {ALL}, 0x5f800000},
    {"cvt.rn.f32.s64 r0, q1", {1ull << 63}, 0xdf000000},
    {"cvt.rm.f32.u64 r0, q1", {0}, 0}, // +0 in every direction
    {"cvt.rn.f64.u64 q0, q1", {ALL}, 0x43f0000000000000},
    {"cvt.rz.f64.u64 q0, q1", {ALL}, 0x43efffffffffffff},
    {"cvt.rn.f64.s32 q0, r1", {NEG}, 0xc1e0000000000000},
    {"cvt.rn.f64.u8 q0, h1", {0xffff}, 0x406fe00000000000},
    {"cvt.rn.f32.s16 r0, h1", {0xffff}, 0xbf800000},
    {"cvt.rn.f16.s32 h0, r1", {70000}, 0x7c00},
    {"cvt.rz.f16.s32 h0, r1", {70000}, 0x7bff},
    {"cvt.rn.f16.u16 h0, h1", {2049}, 0x6800},
    {"cvt.rn.bf16.s32 h0, r1", {257}, 0x4380},
    // float to integer: rounds, clamps
    {"cvt.rzi.s32.f32 r0, r1", {0xbfc00000}, ONES},
    {"cvt.rni.s32.f32 r0, r1", {0x40200000}, 2}, // 2.5 to even
    {"cvt.rni.s32.f32 r0, r1", {0x40600000}, 4}, // 3.5
    {"cvt.rmi.s32.f32 r0, r1", {0xbf000000}, ONES},
    {"cvt.rpi.s32.f32 r0, r1", {0x3f000000}, 1},
    {"cvt.rpi.s32.f32 r0, r1", {1}, 1},
    {"cvt.rpi.ftz.s32.f32 r0, r1", {1}, 0},
    {"cvt.rzi.s32.f32 r0, r1", {0x4f000000}, 0x7fffffff},
    {"cvt.rzi.s32.f32 r0, r1", {0xcf800000}, NEG},
    {"cvt.rzi.s32.f32 r0, r1", {FNAN}, 0},
    {"cvt.rzi.u32.f32 r0, r1", {0xbf800000}, 0},
    {"cvt.rzi.u32.f32 r0, r1", {0x4f7fffff}, 0xffffff00},
    {"cvt.rzi.u32.f32 r0, r1", {FINF}, ONES},
    {"cvt.rzi.u32.f32 r0, r1", {FNAN}, 0},
    {"cvt.rzi.u64.f32 q0, r1", {0x5f800000}, ALL},
    {"cvt.rzi.u64.f32 q0, r1", {0x5f000000}, 1ull << 63},
    {"cvt.rzi.u64.f32 q0, r1", {FNAN}, 1ull << 63},
    {"cvt.rzi.s64.f32 q0, r1", {0xff800000}, 1ull << 63},
    {"cvt.rzi.s64.f32 q0, r1", {FNAN}, 1ull << 63},
    {"cvt.rzi.s32.f64 r0, q1", {DNAN}, NEG},
    {"cvt.rzi.u32.f64 r0, q1", {DNAN}, NEG},
    {"cvt.rzi.s32.f64 r0, q1", {0x41dfffffffffffff}, 0x7fffffff},
    {"cvt.rni.s32.f64 r0, q1", {0x41dfffffffffffff}, 0x7fffffff},
    {"cvt.rzi.u32.f64 r0, q1", {0xbfefffffffffffff}, 0},
    {"cvt.rmi.s64.f64 q0, q1", {0xbfe0000000000000}, ALL},
    {"cvt.rzi.u8.f32 r0, r1", {0x447a0000}, 255},
    {"cvt.rzi.s8.f32 r0, r1", {0xc47a0000}, 0xffffff80},
    {"cvt.rzi.s16.f64 h0, q1", {0x40f0000000000000}, 0x7fff},
    {"cvt.rzi.s32.f16 r0, h1", {0xc500}, 0xfffffffb},
    {"cvt.rni.u32.f16 r0, h1", {0x4100}, 2},
    {"cvt.rzi.s32.bf16 r0, h1", {0x40a0}, 5},
    // float to float
    {"cvt.rni.f32.f32 r0, r1", {0x40200000}, 0x40000000},
    {"cvt.rni.f32.f32 r0, r1", {0xbf000000}, NEG},
    {"cvt.rzi.f32.f32 r0, r1", {0xbfc00000}, 0xbf800000},
    {"cvt.rmi.f32.f32 r0, r1", {0xbfc00000}, 0xc0000000},
    {"cvt.rpi.f32.f32 r0, r1", {0xbf000000}, NEG},
    {"cvt.rpi.f32.f32 r0, r1", {1}, F1},
    {"cvt.rpi.ftz.f32.f32 r0, r1", {1}, 0},
    {"cvt.rmi.f64.f64 q0, q1", {0xbff8000000000000}, 0xc000000000000000},
    {"cvt.rni.f16.f16 h0, h1", {0x4100}, 0x4000},
    {"cvt.f32.f32 r0, r1", {0x3fc00000}, 0x3fc00000},
    {"cvt.ftz.f32.f32 r0, r1", {NEG | FSUB}, NEG},
    {"cvt.sat.f32.f32 r0, r1", {0x40000000}, F1},
    {"cvt.sat.f32.f32 r0, r1", {FNAN}, 0},
    {"cvt.ftz.sat.f32.f32 r0, r1", {FSUB}, 0},
    {"cvt.f64.f32 q0, r1", {0x3fc00000}, 0x3ff8000000000000},
    {"cvt.f64.f32 q0, r1", {1}, 0x36a0000000000000},
    {"cvt.ftz.f64.f32 q0, r1", {1}, 0},
    {"cvt.rn.f32.f64 r0, q1", {0x3ff0000010000000}, F1}, // tie to even
    {"cvt.rp.f32.f64 r0, q1", {0x3ff0000000000001}, F1 + 1},
    {"cvt.rm.f32.f64 r0, q1", {0xbff0000000000001}, NEG | (F1 + 1)},
    {"cvt.rz.f32.f64 r0, q1", {0x7fefffffffffffff}, 0x7f7fffff},
    {"cvt.rn.f32.f64 r0, q1", {0x7fefffffffffffff}, FINF},
    {"cvt.rn.f32.f64 r0, q1", {0xfff8000000000001}, 0xffc00000},
    {"cvt.rz.f32.f64 r0, q1", {0xfff8000000000001}, 0xffc00000},
    {"cvt.rn.ftz.f32.f64 r0, q1", {0x7ffc000000000000}, 0x7fe00000},
    {"cvt.rn.ftz.f32.f64 r0, q1", {0x3700000000000000}, 0},
    {"cvt.rz.ftz.f32.f64 r0, q1", {0xb700000000000000}, NEG},
    {"cvt.rn.sat.f32.f64 r0, q1", {0x4000000000000000}, F1},
    {"cvt.rn.f16.f32 h0, r1", {0x3f801000}, 0x3c00}, // ties
    {"cvt.rn.f16.f32 h0, r1", {0x3f803000}, 0x3c02},
    {"cvt.rn.f16.f32 h0, r1", {0x477fefff}, 0x7bff},
    {"cvt.rn.f16.f32 h0, r1", {0x477ff000}, 0x7c00},
    {"cvt.rn.f16.f32 h0, r1", {0x33000000}, 0}, // half of the least
    {"cvt.rn.f16.f32 h0, r1", {0x33000001}, 1},
    {"cvt.rn.f16.f32 h0, r1", {0xffc00000}, 0x7fff},
    {"cvt.rz.f16.f32 h0, r1", {0x477fffff}, 0x7bff},
    {"cvt.rp.f16.f32 h0, r1", {0x00000001}, 1},
    {"cvt.rm.f16.f32 h0, r1", {0x80000001}, 0x8001},
    {"cvt.rn.satfinite.f16.f32 h0, r1", {FINF}, 0x7bff},
    {"cvt.rn.relu.f16.f32 h0, r1", {0xbf800000}, 0},
    {"cvt.rn.relu.f16.f32 h0, r1", {FNAN}, 0x7fff},
    {"cvt.rn.sat.f16.f32 h0, r1", {0x40000000}, 0x3c00},
    {"cvt.rn.f16.f64 h0, q1", {0x3ff0020000000001}, 0x3c01}, // once, not twice
    {"cvt.rn.bf16.f32 h0, r1", {0x3f808000}, 0x3f80},
    {"cvt.rn.bf16.f32 h0, r1", {0x3f818000}, 0x3f82},
    {"cvt.rz.bf16.f32 h0, r1", {0x3f81ffff}, 0x3f81},
    {"cvt.rn.bf16.f32 h0, r1", {0x7f7fffff}, 0x7f80},
    {"cvt.rn.satfinite.bf16.f32 h0, r1", {0x7f7fffff}, 0x7f7f},
    {"cvt.f32.f16 r0, h1", {0x0001}, 0x33800000},
    {"cvt.f32.f16 r0, h1", {0xfc00}, 0xff800000},
    {"cvt.f32.f16 r0, h1", {0x7e00}, FNAN},
    {"cvt.f32.bf16 r0, h1", {0xbf80}, 0xbf800000},
    {"cvt.f64.f16 q0, h1", {0x3c00}, 0x3ff0000000000000},
    {"cvt.rn.f16x2.f32 r0, r1, r2", {F1, 0x40000000}, 0x3c004000},
    {"cvt.rz.f16x2.f32 r0, r1, r2", {0x477fffff, F1}, 0x7bff3c00},
    {"cvt.rn.bf16x2.f32 r0, r1, r2", {F1, 0x40000000}, 0x3f804000},
    {"cvt.rn.relu.bf16x2.f32 r0, r1, r2", {0xbf800000, F1}, 0x3f80},
    {"cvt.rna.tf32.f32 r0, r1", {0x3f801000}, 0x3f802000}, // ties away
    {"cvt.rna.tf32.f32 r0, r1", {0xbf801000}, 0xbf802000},
    {"cvt.rn.tf32.f32 r0, r1", {0x3f801000}, 0x3f800000},
    {"cvt.rna.tf32.f32 r0, r1", {0x3f800fff}, 0x3f800000},
    {"cvt.rna.tf32.f32 r0, r1", {0xffc00000}, 0x7fffe000},
    {"cvt.rna.tf32.f32 r0, r1", {0x7f7fffff}, FINF},
    {"cvt.rn.satfinite.e4m3x2.f32 h0, r1, r2", {F1, 0x44000000}, 0x387e},
    {"cvt.rn.satfinite.e4m3x2.f32 h0, r1, r2", {FNAN, 0xbf800000}, 0x7fb8},
    {"cvt.rn.satfinite.e5m2x2.f32 h0, r1, r2", {F1, 0x48000000}, 0x3c7b},
    {"cvt.rn.f16x2.e4m3x2 r0, h1", {0x387e}, 0x3c005f00},
    {"cvt.rn.f16x2.e4m3x2 r0, h1", {0xff01}, 0x7fff1800},
    {"cvt.rn.f16x2.e5m2x2 r0, h1", {0x3cfc}, 0x3c00fc00},
    {"cvt.rn.satfinite.e4m3x2.f16x2 h0, r1", {0x3c00bc00}, 0x38b8},
};
// clang-format on

START_TEST(conversion_row) {
    row_check(&rows[_i]);
}
END_TEST

// ---- the loops against the exact way

static uint64_t state = 3;
static uint64_t noise(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 29;
}

// Random bits, and numbers near those where something happens.
static uint64_t interesting(Type t) {
    static const uint32_t single[] = {0,    NEG,        F1,         0x3f000000,
                                      FINF, 0x4f000000, 0x4f800000, 0x5f000000,
                                      FNAN, 0x33000000, 0x477ff000, 0x5f800000,
                                      FSUB, 0x38800000, 0x40200000, 0x7f7fffff};
    uint64_t r = noise();
    if (r & 1) return noise();
    uint64_t v = single[r >> 8 & 15] + (r >> 16 & 3) - 1;
    v ^= (r >> 20 & 1) << 31;
    if (t == TYPE_F32) return v;
    union {
        uint32_t u;
        float f;
    } f = {(uint32_t)v};
    union {
        double f;
        uint64_t u;
    } d = {(double)f.f};
    if (t == TYPE_F64) return d.u + (r >> 30 & 3) - 1;
    return (1ull << (r >> 8 & 63)) + (r >> 16 & 3) - 1;
}

typedef struct Pair {
    const char *ptx;
    Type to, from;
    Rounding round;
} Pair;
// clang-format off
static const Pair pairs[] = {
    {"cvt.rzi.s32.f32 r0, r1", TYPE_S32, TYPE_F32, ROUND_ZERO},
    {"cvt.rni.s32.f32 r0, r1", TYPE_S32, TYPE_F32, ROUND_NEAREST},
    {"cvt.rmi.s32.f32 r0, r1", TYPE_S32, TYPE_F32, ROUND_DOWN},
    {"cvt.rpi.s32.f32 r0, r1", TYPE_S32, TYPE_F32, ROUND_UP},
    {"cvt.rzi.u32.f32 r0, r1", TYPE_U32, TYPE_F32, ROUND_ZERO},
    {"cvt.rni.u32.f32 r0, r1", TYPE_U32, TYPE_F32, ROUND_NEAREST},
    {"cvt.rpi.u32.f32 r0, r1", TYPE_U32, TYPE_F32, ROUND_UP},
    {"cvt.rzi.s64.f32 q0, r1", TYPE_S64, TYPE_F32, ROUND_ZERO},
    {"cvt.rmi.u64.f32 q0, r1", TYPE_U64, TYPE_F32, ROUND_DOWN},
    {"cvt.rzi.s32.f64 r0, q1", TYPE_S32, TYPE_F64, ROUND_ZERO},
    {"cvt.rni.u32.f64 r0, q1", TYPE_U32, TYPE_F64, ROUND_NEAREST},
    {"cvt.rmi.s64.f64 q0, q1", TYPE_S64, TYPE_F64, ROUND_DOWN},
    {"cvt.rpi.u64.f64 q0, q1", TYPE_U64, TYPE_F64, ROUND_UP},
    {"cvt.rn.f32.s32 r0, r1", TYPE_F32, TYPE_S32, ROUND_NEAREST},
    {"cvt.rn.f32.u32 r0, r1", TYPE_F32, TYPE_U32, ROUND_NEAREST},
    {"cvt.rn.f32.s64 r0, q1", TYPE_F32, TYPE_S64, ROUND_NEAREST},
    {"cvt.rn.f32.u64 r0, q1", TYPE_F32, TYPE_U64, ROUND_NEAREST},
    {"cvt.rn.f64.s64 q0, q1", TYPE_F64, TYPE_S64, ROUND_NEAREST},
    {"cvt.rn.f64.u64 q0, q1", TYPE_F64, TYPE_U64, ROUND_NEAREST},
    {"cvt.rn.f64.u32 q0, r1", TYPE_F64, TYPE_U32, ROUND_NEAREST},
    {"cvt.rn.f32.f64 r0, q1", TYPE_F32, TYPE_F64, ROUND_NEAREST},
    {"cvt.rn.f16.f32 h0, r1", TYPE_F16, TYPE_F32, ROUND_NEAREST},
    {"cvt.rn.bf16.f32 h0, r1", TYPE_BF16, TYPE_F32, ROUND_NEAREST},
};
// clang-format on

START_TEST(loops_agree_with_the_exact_way) {
    const Pair *p = &pairs[_i];
    uint64_t in[3][WARP_SIZE] = {{0}}, out[WARP_SIZE];
    for (int round = 0; round < 60; round++) {
        LANES
            in[0][l] = interesting(p->from);
        lanes_run(p->ptx, in, out);
        LANES {
            Exact x = exact_of(in[0][l], p->from);
            bool wide = p->from == TYPE_F64 || type_bits(p->to) == 64;
            if (x.is_nan && p->from == TYPE_F64 && p->to == TYPE_F32)
                continue; // keeps its payload, which Exact does not
            uint64_t want = type_is_float(p->to)
                                ? exact_to_float(x, p->to, p->round, false)
                                : exact_to_int(x, p->to, p->round, wide);
            ck_assert_msg(out[l] == want, "%s of %#llx: %#llx, not %#llx",
                          p->ptx, (unsigned long long)in[0][l],
                          (unsigned long long)out[l], (unsigned long long)want);
        }
    }
}
END_TEST

START_TEST(every_half_survives_a_float) {
    for (uint32_t h = 0; h < 0x10000; h++) {
        bool nan = (h & 0x7fff) > 0x7c00, bnan = (h & 0x7fff) > 0x7f80;
        ck_assert_uint_eq(half_of_float(float_of_half(h)), nan ? 0x7fff : h);
        ck_assert_uint_eq(bf16_of_float(float_of_bf16(h)), bnan ? 0x7fff : h);
        uint32_t wide = (uint32_t)exact_to_float(
            exact_of(h, TYPE_F16), TYPE_F32, ROUND_NEAREST, false);
        union {
            float f;
            uint32_t u;
        } f = {float_of_half(h)};
        if (!nan) ck_assert_uint_eq(f.u, wide);
    }
}
END_TEST

// ---- the exact way itself

START_TEST(exact_rounding_is_what_the_neighbours_say) {
    static const Rounding rounding[] = {ROUND_NEAREST, ROUND_ZERO, ROUND_DOWN,
                                        ROUND_UP};
    for (int round = 0; round < 5000; round++) {
        union {
            uint64_t u;
            double d;
        } v = {noise() >> 12 | (850 + noise() % 300) << 52 | noise() << 63};
        for (int i = 0; i < 4; i++) {
            union {
                uint32_t u;
                float f;
            } got = {(uint32_t)exact_to_float(exact_of(v.u, TYPE_F64), TYPE_F32,
                                              rounding[i], false)};
            float want = quad_to_float(v.d, (Direction)i);
            ck_assert_msg(got.f == want, "%a in direction %d: %a, not %a", v.d,
                          i, (double)got.f, (double)want);
        }
    }
}
END_TEST

static const char *const refused[] = {
    "cvt.rn.pack.f32.s32 r0, r1",
    "cvt.rn.f16x2.f32 r0, r1", // it takes two
    "cvt.rn.f32.f64 r0, q1, q2",
    "cvt.u32.b32 r0, r1",
};
START_TEST(what_is_not_known_is_refused) {
    ck_assert_msg(row_refused(refused[_i]), "%s", refused[_i]);
}
END_TEST

SUITE_OF(exec_cvt) {
    Suite *s = suite_create("exec_cvt");
    TCase *t = tcase_create("exec_cvt");
    tcase_add_loop_test(t, conversion_row, 0, COUNT_OF(rows));
    tcase_add_loop_test(t, loops_agree_with_the_exact_way, 0, COUNT_OF(pairs));
    tcase_add_test(t, every_half_survives_a_float);
    tcase_add_test(t, exact_rounding_is_what_the_neighbours_say);
    tcase_add_loop_test(t, what_is_not_known_is_refused, 0, COUNT_OF(refused));
    suite_add_tcase(s, t);
    return s;
}
