// Floating point: values where it goes wrong, and random ones against exact
// arithmetic.
#include "sim/half.h"
#include "sim/module/decode.h"
#include "tests/lane_test.h"
#include "tests/quad.h"

#define F0    0u
#define F1    0x3f800000u
#define F2    0x40000000u
#define FINF  0x7f800000u
#define FMAX  0x7f7fffffu
#define FNAN  0x7fffffffu // the one that comes out
#define FQNAN 0xffc01234u // one that goes in
#define FMIN  0x00800000u
#define FSUB  0x00400000u
#define FULP  0x33800000u // 2^-24: half a unit of 1
#define NEG   0x80000000u
#define D1    0x3ff0000000000000u
#define D2    0x4000000000000000u
#define DINF  0x7ff0000000000000u
#define DULP  0x3ca0000000000000u // 2^-53
#define DNEG  0x8000000000000000u
#define DMAX  0x7fefffffffffffffu

// clang-format off
static const Row singles[] = {
    {"add.f32 r0, r1, r2", {F1, F1}, F2},
    {"add.rn.f32 r0, r1, r2", {F1, FULP}, F1},
    {"add.rz.f32 r0, r1, r2", {F1, FULP}, F1},
    {"add.rp.f32 r0, r1, r2", {F1, FULP}, F1 + 1},
    {"add.rm.f32 r0, r1, r2", {F1, NEG | 1}, F1 - 1},
    {"add.rz.f32 r0, r1, r2", {F1, NEG | 1}, F1 - 1},
    {"add.rz.f32 r0, r1, r2", {NEG | F1, 1}, NEG | (F1 - 1)},
    {"add.rm.f32 r0, r1, r2", {F1, NEG | F1}, NEG},
    {"add.rn.f32 r0, r1, r2", {F1, NEG | F1}, 0},
    {"add.rz.f32 r0, r1, r2", {FMAX, FMAX}, FMAX},
    {"add.rn.f32 r0, r1, r2", {FMAX, FMAX}, FINF},
    {"add.rp.f32 r0, r1, r2", {NEG | FMAX, NEG | FMAX}, NEG | FMAX},
    {"add.f32 r0, r1, r2", {FQNAN, F1}, FNAN},
    {"add.f32 r0, r1, r2", {FINF, NEG | FINF}, FNAN},
    {"add.f32 r0, r1, r2", {FSUB, FSUB}, FMIN},
    {"add.ftz.f32 r0, r1, r2", {FSUB, FSUB}, 0},
    {"add.ftz.f32 r0, r1, r2", {FMIN, NEG | (FMIN + 1)}, NEG},
    {"add.sat.f32 r0, r1, r2", {F1, F1}, F1},
    {"add.sat.f32 r0, r1, r2", {FQNAN, F1}, 0},
    {"add.sat.f32 r0, r1, r2", {NEG | F1, 0}, 0},
    {"add.ftz.sat.f32 r0, r1, r2", {FSUB, 0}, 0},
    {"sub.f32 r0, r1, r2", {F1, F2}, NEG | F1},
    {"sub.rm.f32 r0, r1, r2", {F1, F1}, NEG},
    {"mul.f32 r0, r1, r2", {F2, NEG | F1}, NEG | F2},
    {"mul.f32 r0, r1, r2", {0, FINF}, FNAN},
    {"mul.f32 r0, r1, r2", {FMIN, 0x3f000000}, FSUB},
    {"mul.ftz.f32 r0, r1, r2", {FMIN, 0x3f000000}, 0},
    {"mul.ftz.f32 r0, r1, r2", {NEG | FSUB, F2}, NEG},
    {"mul.rp.f32 r0, r1, r2", {1, 1}, 1},
    {"mul.rm.f32 r0, r1, r2", {1, NEG | 1}, NEG | 1},
    {"mul.rz.f32 r0, r1, r2", {1, NEG | 1}, NEG},
    // (1 + 2^-12)^2 - (1 + 2^-11) = 2^-24, which two roundings lose
    {"fma.rn.f32 r0, r1, r2, r3", {0x3f800800, 0x3f800800, 0xbf801000}, FULP},
    {"mad.rn.f32 r0, r1, r2, r3", {0x3f800800, 0x3f800800, 0xbf801000}, FULP},
    {"fma.rz.f32 r0, r1, r2, r3", {F1, F1, NEG | 1}, F1 - 1},
    {"fma.rp.f32 r0, r1, r2, r3", {F1, F1, 1}, F1 + 1},
    {"fma.rm.f32 r0, r1, r2, r3", {F1, F1, NEG | F1}, NEG},
    {"fma.rn.ftz.f32 r0, r1, r2, r3", {F1, FSUB, FSUB}, 0},
    {"fma.rn.sat.f32 r0, r1, r2, r3", {F2, F2, F1}, F1},
    {"fma.rn.f32 r0, r1, r2, r3", {0, FINF, F1}, FNAN},
    {"min.f32 r0, r1, r2", {FQNAN, F1}, F1},
    {"min.f32 r0, r1, r2", {F1, FQNAN}, F1},
    {"min.f32 r0, r1, r2", {FQNAN, FQNAN}, FNAN},
    {"min.f32 r0, r1, r2", {0, NEG}, NEG},
    {"min.f32 r0, r1, r2", {NEG, 0}, NEG},
    {"max.f32 r0, r1, r2", {0, NEG}, 0},
    {"max.f32 r0, r1, r2", {NEG, 0}, 0},
    {"max.f32 r0, r1, r2", {NEG | F1, F2}, F2},
    {"max.f32 r0, r1, r2", {FQNAN, NEG | F1}, NEG | F1},
    {"min.NaN.f32 r0, r1, r2", {FQNAN, F1}, FNAN},
    {"max.NaN.f32 r0, r1, r2", {F1, FQNAN}, FNAN},
    {"max.NaN.f32 r0, r1, r2", {F1, F2}, F2},
    {"max.ftz.f32 r0, r1, r2", {NEG | FSUB, NEG | F1}, NEG},
    {"min.xorsign.abs.f32 r0, r1, r2", {NEG | F2, F1}, NEG | F1},
    {"max.xorsign.abs.f32 r0, r1, r2", {NEG | F2, NEG | F1}, F2},
    {"min.xorsign.abs.f32 r0, r1, r2", {FNAN, NEG | F1}, NEG | F1},
    {"min.ftz.NaN.xorsign.abs.f32 r0, r1, r2", {NEG | FSUB, F1}, NEG},
    {"max.NaN.xorsign.abs.f32 r0, r1, r2", {FQNAN, F1}, FNAN},
    {"min.xorsign.abs.f16x2 r0, r1, r2", {0xbc004000, 0x4000c200}, 0xbc00c000},
    {"max.xorsign.abs.bf16x2 r0, r1, r2", {0xbf804000, 0x4000c040}, 0xc000c040},
    {"abs.f32 r0, r1", {NEG | F1}, F1},
    {"abs.ftz.f32 r0, r1", {NEG | FSUB}, 0},
    {"neg.f32 r0, r1", {0}, NEG},
    {"neg.ftz.f32 r0, r1", {FSUB}, NEG},
    {"div.rn.f32 r0, r1, r2", {F1, 0x40400000}, 0x3eaaaaab},
    {"div.rz.f32 r0, r1, r2", {F1, 0x40400000}, 0x3eaaaaaa},
    {"div.rp.f32 r0, r1, r2", {NEG | F1, 0x40400000}, NEG | 0x3eaaaaaa},
    {"div.rn.f32 r0, r1, r2", {F1, NEG}, NEG | FINF},
    {"div.rn.f32 r0, r1, r2", {0, 0}, FNAN},
    {"div.rn.ftz.f32 r0, r1, r2", {F1, FSUB}, FINF},
    {"div.full.f32 r0, r1, r2", {F2, F1}, F2},
    {"div.approx.f32 r0, r1, r2", {F2, F1}, F2},
    {"div.approx.f32 r0, r1, r2", {F2, NEG | 0x7f000000}, NEG},
    {"div.approx.f32 r0, r1, r2", {FINF, 0x7f000000}, FNAN},
    {"div.approx.f32 r0, r1, r2", {F2, 0x7e800000}, 0x01000000},
    {"div.approx.ftz.f32 r0, r1, r2", {F2, FINF}, 0},
    {"rcp.rn.f32 r0, r1", {0x40400000}, 0x3eaaaaab},
    {"rcp.rm.f32 r0, r1", {0x40400000}, 0x3eaaaaaa},
    {"rcp.approx.f32 r0, r1", {NEG}, NEG | FINF},
    {"rcp.approx.ftz.f32 r0, r1", {FSUB}, FINF},
    {"sqrt.rn.f32 r0, r1", {F2}, 0x3fb504f3},
    {"sqrt.rp.f32 r0, r1", {F2}, 0x3fb504f4},
    {"sqrt.rn.f32 r0, r1", {NEG}, NEG},
    {"sqrt.rn.f32 r0, r1", {NEG | F1}, FNAN},
    {"sqrt.approx.ftz.f32 r0, r1", {FSUB}, 0},
    {"rsqrt.approx.f32 r0, r1", {0x40800000}, 0x3f000000},
    {"rsqrt.approx.f32 r0, r1", {NEG}, NEG | FINF},
    {"rsqrt.approx.ftz.f32 r0, r1", {NEG | FSUB}, NEG | FINF},
    {"rsqrt.approx.f32 r0, r1", {FINF}, 0},
    {"ex2.approx.f32 r0, r1", {F0}, F1},
    {"ex2.approx.f32 r0, r1", {0xc3140000}, 2}, // 2^-148, subnormal
    {"ex2.approx.ftz.f32 r0, r1", {0xc3140000}, 0},
    {"ex2.approx.f32 r0, r1", {0x43000000}, FINF},
    {"ex2.approx.f32 r0, r1", {NEG | FINF}, 0},
    {"ex2.approx.f32 r0, r1", {FQNAN}, FNAN},
    {"lg2.approx.f32 r0, r1", {0}, NEG | FINF},
    {"lg2.approx.f32 r0, r1", {NEG}, NEG | FINF},
    {"lg2.approx.f32 r0, r1", {F1}, 0},
    {"lg2.approx.f32 r0, r1", {1}, 0xc3150000}, // -149
    {"lg2.approx.ftz.f32 r0, r1", {FSUB}, NEG | FINF},
    {"lg2.approx.f32 r0, r1", {NEG | F1}, FNAN},
    {"lg2.approx.f32 r0, r1", {FINF}, FINF},
    {"sin.approx.f32 r0, r1", {NEG}, NEG},
    {"sin.approx.f32 r0, r1", {FINF}, FNAN},
    {"sin.approx.ftz.f32 r0, r1", {NEG | FSUB}, NEG},
    {"cos.approx.f32 r0, r1", {0}, F1},
    {"tanh.approx.f32 r0, r1", {FINF}, F1},
    {"tanh.approx.f32 r0, r1", {NEG | FINF}, NEG | F1},
    {"tanh.approx.f32 r0, r1", {NEG}, NEG},
    {"tanh.approx.f32 r0, r1", {FQNAN}, FNAN},
    {"copysign.f32 r0, r1, r2", {NEG, F2}, NEG | F2},
    {"copysign.f32 r0, r1, r2", {0, NEG | F2}, F2},
};

static const Row doubles[] = {
    {"add.f64 q0, q1, q2", {D1, D1}, D2},
    {"add.rn.f64 q0, q1, q2", {D1, DULP}, D1},
    {"add.rp.f64 q0, q1, q2", {D1, DULP}, D1 + 1},
    {"add.rm.f64 q0, q1, q2", {D1, DNEG | D1}, DNEG},
    {"add.rz.f64 q0, q1, q2", {DMAX, DMAX}, DMAX},
    {"add.f64 q0, q1, q2", {1, 1}, 2}, // subnormals count
    {"add.f64 q0, q1, q2", {0x7ff8000000000abc, D1}, 0x7ff8000000000abc},
    {"sub.rn.f64 q0, q1, q2", {D1, D2}, DNEG | D1},
    {"mul.rn.f64 q0, q1, q2", {D2, D2}, 0x4010000000000000},
    {"mul.rp.f64 q0, q1, q2", {1, 1}, 1},
    {"fma.rn.f64 q0, q1, q2, q3", {D1 + 1, D1 - 1, DNEG | D1},
     0x3c9ffffffffffffe}, // 2^-53 - 2^-105
    {"fma.rz.f64 q0, q1, q2, q3", {D1, D1, DNEG | 1}, D1 - 1},
    {"div.rn.f64 q0, q1, q2", {D1, 0x4008000000000000}, 0x3fd5555555555555},
    {"div.rp.f64 q0, q1, q2", {D1, 0x4008000000000000}, 0x3fd5555555555556},
    {"rcp.rn.f64 q0, q1", {D2}, 0x3fe0000000000000},
    {"sqrt.rn.f64 q0, q1", {D2}, 0x3ff6a09e667f3bcd},
    {"sqrt.rz.f64 q0, q1", {D2}, 0x3ff6a09e667f3bcc},
    {"min.f64 q0, q1, q2", {0, DNEG}, DNEG},
    {"max.f64 q0, q1, q2", {DNEG, 0}, 0},
    {"min.f64 q0, q1, q2", {0x7ff8000000000000, D1}, D1},
    {"max.f64 q0, q1, q2", {D1, 0x7ff8000000000000}, D1},
    {"abs.f64 q0, q1", {DNEG | D1}, D1},
    {"neg.f64 q0, q1", {D1}, DNEG | D1},
    {"rcp.approx.ftz.f64 q0, q1", {D2}, 0x3fe0000000000000},
    {"rcp.approx.ftz.f64 q0, q1", {0x4008000000000000}, 0x3fd5555500000000},
    {"rcp.approx.ftz.f64 q0, q1", {DNEG | 1}, DNEG | DINF},
    {"rcp.approx.ftz.f64 q0, q1", {DMAX}, 0},
    {"rsqrt.approx.ftz.f64 q0, q1", {0x4010000000000000}, 0x3fe0000000000000},
    {"rsqrt.approx.ftz.f64 q0, q1", {D2}, 0x3fe6a09e00000000},
    {"copysign.f64 q0, q1, q2", {DNEG, D2}, DNEG | D2},
};

#define H1   0x3c00u
#define HINF 0x7c00u
#define HNAN 0x7fffu
#define B1   0x3f80u
static const Row halves[] = {
    {"add.f16 h0, h1, h2", {H1, 0x4000}, 0x4200},
    {"add.rn.f16 h0, h1, h2", {H1, 0x1000}, H1}, // half a unit: to even
    {"add.f16 h0, h1, h2", {H1 + 1, 0x1000}, H1 + 2},
    {"add.f16 h0, h1, h2", {0x7bff, 0x7bff}, HINF},
    {"add.f16 h0, h1, h2", {0xfe01, H1}, HNAN},
    {"add.f16 h0, h1, h2", {1, 1}, 2},
    {"add.ftz.f16 h0, h1, h2", {1, 0x8001}, 0},
    {"add.sat.f16 h0, h1, h2", {H1, H1}, H1},
    {"sub.f16 h0, h1, h2", {0, H1}, 0xbc00},
    {"mul.f16 h0, h1, h2", {0x0400, 0x3800}, 0x0200},
    {"mul.ftz.f16 h0, h1, h2", {0x0400, 0x3800}, 0},
    {"fma.rn.f16 h0, h1, h2, h3", {H1 + 1, H1 - 1, 0xbc00}, 0x0ffe},
    // 1.5 + 4.5 * 2^-10, a tie; a tiny c decides
    {"fma.rn.f16 h0, h1, h2, h3", {0x3c03, 0x3e00, 0}, 0x3e04},
    {"fma.rn.f16 h0, h1, h2, h3", {0x3c03, 0x3e00, 0x0001}, 0x3e05},
    {"fma.rn.f16 h0, h1, h2, h3", {0x3c01, 0x3e00, 0}, 0x3e02},
    {"fma.rn.f16 h0, h1, h2, h3", {0x3c01, 0x3e00, 0x8001}, 0x3e01},
    {"fma.rn.relu.f16 h0, h1, h2, h3", {0xbc00, H1, 0}, 0},
    {"fma.rn.relu.f16 h0, h1, h2, h3", {HNAN, H1, 0}, HNAN},
    {"fma.rn.sat.f16 h0, h1, h2, h3", {0x4000, H1, 0}, H1},
    {"min.f16 h0, h1, h2", {0x8000, 0}, 0x8000},
    {"max.f16 h0, h1, h2", {HNAN, H1}, H1},
    {"max.NaN.f16 h0, h1, h2", {HNAN, H1}, HNAN},
    {"neg.f16 h0, h1", {H1}, 0xbc00},
    {"abs.f16 h0, h1", {0xbc00}, H1},
    {"neg.f16x2 r0, r1", {0xbc003c00}, 0x3c00bc00},
    {"abs.bf16x2 r0, r1", {0xbf80bf80}, 0x3f803f80},
    {"abs.ftz.f16 h0, h1", {0x8001}, 0},
    {"add.f16x2 r0, r1, r2", {0x3c004000, 0x3c003c00}, 0x40004200},
    {"sub.f16x2 r0, r1, r2", {0x3c004000, 0x3c003c00}, 0x00003c00},
    {"mul.f16x2 r0, r1, r2", {0x40004200, 0x3c004000}, 0x40004600},
    {"fma.rn.f16x2 r0, r1, r2, r3", {0x40003c00, 0x40003c00, 0x3c000000},
     0x45003c00},
    {"max.f16x2 r0, r1, r2", {0x3c004000, 0x40003c00}, 0x40004000},
    {"add.bf16 h0, h1, h2", {B1, B1}, 0x4000},
    {"add.bf16x2 r0, r1, r2", {0x3f803f80, 0x3f804000}, 0x40004040},
    {"mul.bf16 h0, h1, h2", {0x0080, 0x3f00}, 0x0040},
    {"fma.rn.bf16 h0, h1, h2, h3", {B1, B1, B1}, 0x4000},
    // 1.0078125 * 1.5 = 1.51171875, a tie; a tiny c decides
    {"fma.rn.bf16 h0, h1, h2, h3", {0x3f81, 0x3fc0, 0}, 0x3fc2},
    {"fma.rn.bf16 h0, h1, h2, h3", {0x3f81, 0x3fc0, 0x8001}, 0x3fc1},
    {"fma.rn.bf16 h0, h1, h2, h3", {0x3f83, 0x3fc0, 0}, 0x3fc4},
    {"fma.rn.bf16 h0, h1, h2, h3", {0x3f83, 0x3fc0, 0x0001}, 0x3fc5},
    {"fma.rn.relu.bf16x2 r0, r1, r2, r3", {0xbf803f80, 0x3f803f80, 0}, B1},
    {"min.bf16 h0, h1, h2", {B1, 0x4000}, B1},
    {"ex2.approx.f16 h0, h1", {H1}, 0x4000},
    {"ex2.approx.f16x2 r0, r1", {0x00003c00}, 0x3c004000},
    {"ex2.approx.ftz.bf16 h0, h1", {B1}, 0x4000},
    {"ex2.approx.ftz.bf16 h0, h1", {0xc2fe}, 0}, // 2^-127
    {"tanh.approx.f16 h0, h1", {HINF}, H1},
    {"tanh.approx.bf16x2 r0, r1", {0x7f80ff80}, 0x3f80bf80},
};
// clang-format on

#define ROWS(name)                                                             \
    START_TEST(name##_row) {                                                   \
        row_check(&name[_i]);                                                  \
    }                                                                          \
    END_TEST
ROWS(singles)
ROWS(doubles)
ROWS(halves)

// ---- random operands against exact arithmetic

static uint64_t state = 7;
static uint64_t noise(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 29;
}

typedef union Bits {
    uint64_t u;
    double d;
    float f;
} Bits;

// Of exponents so close that everything stays exact in a Quad.
static uint64_t near_single(void) {
    uint32_t exponent = 120 + (uint32_t)(noise() % 14);
    return (uint32_t)noise() >> 9 | exponent << 23 | (noise() & 1) << 31;
}
static uint64_t near_double(void) {
    uint64_t exponent = 1022 + noise() % 3;
    return noise() >> 12 | exponent << 52 | noise() << 63;
}

static const char *const directions[] = {"rn", "rz", "rm", "rp"};

typedef struct Operation {
    const char *op;
    int n;
} Operation;
static const Operation operations[] = {
    {"add", 2}, {"sub", 2}, {"mul", 2}, {"fma", 3}, {"div", 2}};

static Quad apply(const char *op, Quad a, Quad b, Quad c) {
    switch (op[0]) {
    case 'a': return a + b;
    case 's': return a - b;
    case 'm': return a * b;
    case 'f': return a * b + c;
    default: return a / b;
    }
}

START_TEST(every_direction_is_exact) {
    const Operation *o = &operations[_i / 4];
    Direction way = (Direction)(_i % 4);
    uint64_t in[3][WARP_SIZE], out[WARP_SIZE];
    char text[100];
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 3; i++)
            LANES
                in[i][l] = near_single();
        snprintf(text, sizeof text, "%s.%s.f32 r0, r1, r2%s", o->op,
                 directions[way], o->n == 3 ? ", r3" : "");
        lanes_run(text, in, out);
        LANES {
            Bits a = {in[0][l]}, b = {in[1][l]}, c = {in[2][l]}, got = {out[l]};
            float want = quad_to_float(apply(o->op, a.f, b.f, c.f), way);
            ck_assert_msg(want == got.f, "%s: %a %a %a: %a, not %a", text,
                          (double)a.f, (double)b.f, (double)c.f, (double)got.f,
                          (double)want);
        }

        for (int i = 0; i < 3; i++)
            LANES
                in[i][l] = near_double();
        snprintf(text, sizeof text, "%s.%s.f64 q0, q1, q2%s", o->op,
                 directions[way], o->n == 3 ? ", q3" : "");
        lanes_run(text, in, out);
        LANES {
            Bits a = {in[0][l]}, b = {in[1][l]}, c = {in[2][l]}, got = {out[l]};
            double want = quad_to_double(apply(o->op, a.d, b.d, c.d), way);
            ck_assert_msg(want == got.d, "%s: %a %a %a: %a, not %a", text, a.d,
                          b.d, c.d, got.d, want);
        }
    }
}
END_TEST

START_TEST(roots_are_exact) {
    uint64_t in[3][WARP_SIZE] = {{0}}, out[WARP_SIZE];
    char text[100];
    snprintf(text, sizeof text, "sqrt.%s.f32 r0, r1", directions[_i]);
    for (int round = 0; round < 20; round++) {
        LANES
            in[0][l] = near_single() & 0x7fffffff;
        lanes_run(text, in, out);
        LANES {
            Bits a = {in[0][l]}, r = {out[l]};
            Quad v = a.f, low = nextafterf(r.f, 0),
                 high = nextafterf(r.f, 9e9f);
            Quad root = r.f;
            if (_i == UP) ck_assert(low * low < v && v <= root * root);
            if (_i == DOWN || _i == ZERO)
                ck_assert(root * root <= v && v < high * high);
            Quad mid1 = (low + root) / 2, mid2 = (root + high) / 2;
            if (_i == NEAREST) ck_assert(mid1 * mid1 < v && v < mid2 * mid2);
        }
    }
}
END_TEST

// The nearest of a float's neighbours among halves; ties to even.
static uint32_t nearest_half(Quad x, float (*value)(uint32_t),
                             uint32_t (*guess)(float)) {
    uint32_t best = guess((float)x);
    for (uint32_t k = best - 1; k != best + 2; k++) {
        Quad old = value(best) - x, new = value(k) - x;
        old = old < 0 ? -old : old;
        new = new < 0 ? -new : new;
        if (new < old || (new == old && !(k & 1))) best = k;
    }
    return best & 0xffff;
}

START_TEST(halves_round_once) {
    bool is_bf16 = _i & 1;
    const Operation *o = &operations[_i / 2];
    const char *pattern =
        o->n == 3 ? "%s.rn.%s h0, h1, h2, h3" : "%s.%s h0, h1, h2";
    float (*value)(uint32_t) = is_bf16 ? float_of_bf16 : float_of_half;
    uint32_t (*guess)(float) = is_bf16 ? bf16_of_float : half_of_float;
    uint64_t in[3][WARP_SIZE], out[WARP_SIZE];
    char text[100];
    snprintf(text, sizeof text, pattern, o->op, is_bf16 ? "bf16" : "f16");
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 3; i++)
            LANES
                in[i][l] = is_bf16 ? near_single() >> 16 & 0xffff
                                   : half_of_float((Bits){near_single()}.f);
        lanes_run(text, in, out);
        LANES {
            Quad x =
                apply(o->op, value((uint32_t)in[0][l]),
                      value((uint32_t)in[1][l]), value((uint32_t)in[2][l]));
            uint32_t want = nearest_half(x, value, guess);
            if (x == 0) want = 0;
            ck_assert_msg(out[l] == want, "%s: %04x %04x %04x: %04x, not %04x",
                          text, (unsigned)in[0][l], (unsigned)in[1][l],
                          (unsigned)in[2][l], (unsigned)out[l], want);
        }
    }
}
END_TEST

// ---- approximations

typedef struct Function {
    const char *op;
    double (*exact)(double);
    double from, to;
    double relative, absolute; // the error that PTX allows
} Function;

static double rsqrt(double x) {
    return 1 / sqrt(x);
}
static double rcp(double x) {
    return 1 / x;
}

static const Function functions[] = {
    {"rcp.approx.f32", rcp, 1e-30, 1e30, 0x1p-23, 0},
    {"sqrt.approx.f32", sqrt, 1e-30, 1e30, 0x1p-23, 0},
    {"rsqrt.approx.ftz.f32", rsqrt, 1e-30, 1e30, 0x1p-22, 0},
    {"ex2.approx.ftz.f32", exp2, -120, 120, 0x1p-22, 0},
    {"lg2.approx.f32", log2, 0.5, 2, 0x1p-23, 0},
    {"lg2.approx.f32", log2, 1e-30, 1e30, 0x1p-23, 0},
    {"sin.approx.f32", sin, -6.3, 6.3, 0, 0x1p-21},
    {"cos.approx.f32", cos, -6.3, 6.3, 0, 0x1p-21},
    {"sin.approx.f32", sin, -1e8, 1e8, 0, 0x1p-21},
    {"cos.approx.f32", cos, 1e9, 1e12, 0, 0x1p-21},
    {"tanh.approx.f32", tanh, -10, 10, 0x1p-22, 0},
    {"tanh.approx.f32", tanh, -0.06, 0.06, 0x1p-22, 0},
};

START_TEST(approximations_are_good_enough) {
    const Function *f = &functions[_i];
    uint64_t in[3][WARP_SIZE] = {{0}}, out[WARP_SIZE];
    char text[100];
    snprintf(text, sizeof text, "%s r0, r1", f->op);
    bool logarithmic = f->from > 0 && f->to / f->from > 1e6;
    for (int round = 0; round < 40; round++) {
        LANES {
            double t = (double)(noise() >> 12) * 0x1p-52;
            double x = logarithmic ? f->from * pow(f->to / f->from, t)
                                   : f->from + (f->to - f->from) * t;
            in[0][l] = ((Bits){.f = (float)x}).u & 0xffffffff;
        }
        lanes_run(text, in, out);
        LANES {
            Bits x = {in[0][l]}, got = {out[l]};
            double want = f->exact((double)x.f);
            double error = fabs((double)got.f - want);
            ck_assert_msg(error <= f->absolute + f->relative * fabs(want),
                          "%s of %a: %a, not %a", f->op, (double)x.f,
                          (double)got.f, want);
        }
    }
}
END_TEST

// Newton's iteration in the double precision library starts from these.
START_TEST(seeds_have_twenty_bits) {
    uint64_t in[3][WARP_SIZE] = {{0}}, out[WARP_SIZE];
    const char *text =
        _i ? "rsqrt.approx.ftz.f64 q0, q1" : "rcp.approx.ftz.f64 q0, q1";
    for (int round = 0; round < 20; round++) {
        LANES
            in[0][l] = near_double() & ~DNEG;
        lanes_run(text, in, out);
        LANES {
            Bits x = {in[0][l]}, got = {out[l]};
            double want = _i ? 1 / sqrt(x.d) : 1 / x.d;
            ck_assert(fabs(got.d - want) <= want * 0x1p-20);
            ck_assert_uint_eq(out[l] & 0xffffffff, 0);
        }
    }
}
END_TEST

static const char *const refused[] = {
    "add.sat.f64 q0, q1, q2",
    "min.sat.f32 r0, r1, r2",
    "sin.f32 r0, r1",
    "sqrt.approx.f64 q0, q1",
    "fma.rn.sat.bf16 h0, h1, h2, h3",
    "add.ftz.bf16 h0, h1, h2",
    "testp.finite.f16 p0, h1",
};
START_TEST(what_is_not_known_is_refused) {
    ck_assert_msg(row_refused(refused[_i]), "%s", refused[_i]);
}
END_TEST

SUITE_OF(exec_flt) {
    Suite *s = suite_create("exec_flt");
    TCase *t = tcase_create("exec_flt");
#define LOOP(name) tcase_add_loop_test(t, name##_row, 0, COUNT_OF(name))
    LOOP(singles);
    LOOP(doubles);
    LOOP(halves);
    tcase_add_loop_test(t, every_direction_is_exact, 0,
                        4 * COUNT_OF(operations));
    tcase_add_loop_test(t, roots_are_exact, 0, 4);
    tcase_add_loop_test(t, halves_round_once, 0, 8);
    tcase_add_loop_test(t, approximations_are_good_enough, 0,
                        COUNT_OF(functions));
    tcase_add_loop_test(t, seeds_have_twenty_bits, 0, 2);
    tcase_add_loop_test(t, what_is_not_known_is_refused, 0, COUNT_OF(refused));
    suite_add_tcase(s, t);
    return s;
}
