// Comparisons, predicates and choices: every operator on every kind of pair.
#include "sim/module/decode.h"
#include "tests/lane_test.h"

#define ONES  0xffffffffu
#define ALL   0xffffffffffffffffu
#define F1    0x3f800000 // 1.0f
#define F2    0x40000000
#define FNAN  0x7fc00000
#define FNEG0 0x80000000
#define FTINY 0x00000001 // the least subnormal
#define D1    0x3ff0000000000000
#define D2    0x4000000000000000
#define DNAN  0x7ff8000000000000
#define H1    0x3c00
#define H2    0x4000
#define HNAN  0x7e00

// ---- operators: what a < b, a == b, a > b and a NaN give

typedef struct Operator {
    const char *name;
    int less, equal, more, unordered; // -1: not for integers
} Operator;
// clang-format off
static const Operator operators[] = {
    {"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0}, {"lt", 1, 0, 0, 0},
    {"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0},
    {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1}, {"ltu", 1, 0, 0, 1},
    {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
    {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1},
};
enum { INT_OPERATORS = 6 };
typedef struct Kind {
    const char *type;
    char class;
    uint64_t small, large, nan; // nan 0: an integer type
} Kind;
static const Kind kinds[] = {
    {"u16", 'h', 1, 0xffff, 0},   {"s16", 'h', 0xffff, 1, 0},
    {"u32", 'r', 1, ONES, 0},     {"s32", 'r', ONES, 1, 0},
    {"u64", 'q', 1, ALL, 0},      {"s64", 'q', ALL, 1, 0},
    {"f32", 'r', F1, F2, FNAN},   {"f64", 'q', D1, D2, DNAN},
    {"f16", 'h', H1, H2, HNAN},   {"bf16", 'h', 0x3f80, 0x4000, 0x7fc0},
};
// clang-format on

static void check_operator(const Kind *k, const Operator *o, uint64_t a,
                           uint64_t b, int want) {
    char text[100];
    snprintf(text, sizeof text, "setp.%s.%s p0, %c1, %c2", o->name, k->type,
             k->class, k->class);
    row_check(&(Row){text, {a, b}, (uint64_t)want});
}

START_TEST(operators_agree_with_the_table) {
    const Kind *k = &kinds[_i];
    int n = k->nan ? (int)COUNT_OF(operators) : INT_OPERATORS;
    for (const Operator *o = operators; o < operators + n; o++) {
        check_operator(k, o, k->small, k->large, o->less);
        check_operator(k, o, k->large, k->small, o->more);
        check_operator(k, o, k->large, k->large, o->equal);
        if (!k->nan) continue;
        check_operator(k, o, k->nan, k->large, o->unordered);
        check_operator(k, o, k->large, k->nan, o->unordered);
        check_operator(k, o, k->nan, k->nan, o->unordered);
    }
}
END_TEST

// clang-format off
static const Row compares[] = {
    {"setp.lo.u32 p0, r1, r2", {1, ONES}, 1},
    {"setp.ls.u32 p0, r1, r2", {1, 1}, 1},
    {"setp.hi.u32 p0, r1, r2", {1, ONES}, 0},
    {"setp.hs.u32 p0, r1, r2", {ONES, 1}, 1},
    {"setp.lo.u64 p0, q1, q2", {1, ALL}, 1},
    {"setp.eq.b16 p0, h1, h2", {3, 3}, 1},
    {"setp.ne.b32 p0, r1, 3", {3}, 0},
    {"setp.eq.b64 p0, q1, q2", {1ull << 32, 0}, 0},
    {"setp.eq.f32 p0, r1, r2", {FNEG0, 0}, 1},
    {"setp.lt.f32 p0, r1, r2", {FNEG0, 0}, 0},
    {"setp.gt.f32 p0, r1, r2", {FTINY, 0}, 1},
    {"setp.gt.ftz.f32 p0, r1, r2", {FTINY, 0}, 0},
    {"setp.eq.ftz.f32 p0, r1, r2", {FTINY, FNEG0 | FTINY}, 1},
    {"setp.gt.ftz.f16 p0, h1, h2", {1, 0}, 0},
    {"setp.gt.f16 p0, h1, h2", {1, 0}, 1},
    {"setp.lt.and.s32 p0, r1, r2, p3", {1, 2, 0}, 0},
    {"setp.lt.and.s32 p0, r1, r2, !p3", {1, 2, 0}, 1},
    {"setp.lt.or.s32 p0, r1, r2, p3", {2, 1, 1}, 1},
    {"setp.lt.xor.s32 p0, r1, r2, p3", {1, 2, 1}, 0},
    {"setp.gt.and.f32 p0, r1, r2, p3", {F2, F1, 1}, 1},
    // q of p|q: the complement, joined with c too
    {"setp.lt.s32 p5|p0, r1, r2", {1, 2}, 0},
    {"setp.lt.s32 p5|p0, r1, r2", {2, 1}, 1},
    {"setp.lt.s32 p0|p5, r1, r2", {1, 2}, 1},
    {"setp.lt.and.s32 p5|p0, r1, r2, p3", {2, 1, 0}, 0},
    {"setp.lt.or.s32 p5|p0, r1, r2, p3", {1, 2, 1}, 1},
    // pairs of halves: p is the low one
    {"setp.lt.f16x2 p0|p5, r1, r2", {H2 << 16 | H1, H1 << 16 | H2}, 1},
    {"setp.lt.f16x2 p5|p0, r1, r2", {H2 << 16 | H1, H1 << 16 | H2}, 0},
    {"setp.neu.bf16x2 p0|p5, r1, r2", {0x7fc0, 0x7fc0}, 1},
    {"set.lt.u32.s32 r0, r1, r2", {ONES, 0}, ONES},
    {"set.lt.u32.u32 r0, r1, r2", {ONES, 0}, 0},
    {"set.gt.f32.f32 r0, r1, r2", {F2, F1}, F1},
    {"set.nan.u32.f64 r0, q1, q2", {DNAN, D1}, ONES},
    {"set.lt.and.s32.f32 r0, r1, r2, p3", {F1, F2, 0}, 0},
    {"set.lt.f16.f16 h0, h1, h2", {H1, H2}, H1},
    {"set.le.bf16.bf16 h0, h1, h2", {0x3f80, 0x3f80}, 0x3f80},
    {"set.lt.f16x2.f16x2 r0, r1, r2", {H2 << 16 | H1, H1 << 16 | H2}, H1},
    {"set.gt.f16x2.f16x2 r0, r1, r2", {H2 << 16 | H1, H1 << 16 | H2},
     H1 << 16},
    {"set.eq.u32.f16x2 r0, r1, r2", {H2 << 16 | H1, H2 << 16 | H2},
     0xffff0000},
    {"selp.b16 h0, h1, h2, p3", {5, 6, 1}, 5},
    {"selp.b32 r0, r1, r2, p3", {5, 6, 1}, 5},
    {"selp.b32 r0, r1, r2, p3", {5, 6, 0}, 6},
    {"selp.b32 r0, r1, r2, !p3", {5, 6, 0}, 5},
    {"selp.s32 r0, 1, 0, p3", {0, 0, 1}, 1},
    {"selp.f32 r0, r1, 0f00000000, p3", {F1, 0, 0}, 0},
    {"selp.b64 q0, q1, q2, p3", {ALL, 6, 0}, 6},
    {"selp.f64 q0, q1, q2, p3", {ALL, 6, 1}, ALL},
    {"slct.b32.s32 r0, r1, r2, r3", {5, 6, 0}, 5},
    {"slct.b32.s32 r0, r1, r2, r3", {5, 6, ONES}, 6},
    {"slct.u64.s32 q0, q1, q2, r3", {5, 6, ONES}, 6},
    {"slct.f32.f32 r0, r1, r2, r3", {5, 6, FNEG0}, 5},
    {"slct.f32.f32 r0, r1, r2, r3", {5, 6, FNAN}, 6},
    {"slct.f32.f32 r0, r1, r2, r3", {5, 6, FNEG0 | FTINY}, 6},
    {"slct.ftz.f32.f32 r0, r1, r2, r3", {5, 6, FNEG0 | FTINY}, 5},
    {"slct.b64.f32 q0, q1, q2, r3", {5, 6, F1}, 5},
    {"testp.finite.f32 p0, r1", {FNAN}, 0},
    {"testp.finite.f32 p0, r1", {0xff7fffff}, 1},
    {"testp.infinite.f32 p0, r1", {0xff800000}, 1},
    {"testp.infinite.f32 p0, r1", {FNAN}, 0},
    {"testp.number.f32 p0, r1", {0x7f800000}, 1},
    {"testp.notanumber.f32 p0, r1", {0xff800001}, 1},
    {"testp.normal.f32 p0, r1", {FNEG0}, 1},
    {"testp.normal.f32 p0, r1", {FTINY}, 0},
    {"testp.normal.f32 p0, r1", {0x7f800000}, 0},
    {"testp.subnormal.f32 p0, r1", {FTINY}, 1},
    {"testp.subnormal.f32 p0, r1", {FNEG0}, 0},
    {"testp.subnormal.f64 p0, q1", {1}, 1},
    {"testp.notanumber.f64 p0, q1", {DNAN}, 1},
    {"testp.normal.f64 p0, q1", {D1}, 1},
};
// clang-format on

START_TEST(compare_row) {
    row_check(&compares[_i]);
}
END_TEST

START_TEST(both_predicates_keep_inactive_lanes) {
    Bench b;
    ck_assert(bench_open(&b, "setp.lt.s32 p0|p5, r1, r2"));
    LANES
        bench_set(&b, b.ptx, 0, l, (uint64_t)l);
    LANES
        bench_set(&b, b.ptx, 1, l, 16);
    const Insn *in = bench_insn(&b);
    b.w.p[in->dst] = b.w.p[in->dst2] = 0xaaaaaaaa;
    bench_run(&b, 0x0ffffff0);
    ck_assert_uint_eq(b.w.p[in->dst], 0xa000fffa);
    ck_assert_uint_eq(b.w.p[in->dst2], 0xafff000a);
    bench_close(&b);
}
END_TEST

static const char *const refused[] = {
    "setp.ltu.s32 p0, r1, r2",
    "setp.nan.u64 p0, q1, q2",
    "setp.lt.f32.f32 p0, r1, r2",
    "set.lt.f64.f64 q0, q1, q2",
};
START_TEST(what_is_not_known_is_refused) {
    ck_assert_msg(row_refused(refused[_i]), "%s", refused[_i]);
}
END_TEST

SUITE_OF(exec_setp) {
    Suite *s = suite_create("exec_setp");
    TCase *t = tcase_create("exec_setp");
    tcase_add_loop_test(t, operators_agree_with_the_table, 0, COUNT_OF(kinds));
    tcase_add_loop_test(t, compare_row, 0, COUNT_OF(compares));
    tcase_add_test(t, both_predicates_keep_inactive_lanes);
    tcase_add_loop_test(t, what_is_not_known_is_refused, 0, COUNT_OF(refused));
    suite_add_tcase(s, t);
    return s;
}
