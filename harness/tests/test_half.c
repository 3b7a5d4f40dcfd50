// Half precision and bfloat16: bits, bounds, inputs, and what the reference
// sees of them.
#include "base/half.h"
#include "gate/child/shim.h"
#include "gate/judge/compare.h"
#include "gate/judge/element.h"
#include "gate/judge/expect.h"
#include "gate/judge/fill.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- bits

static double value_of(bool half, uint32_t bits) {
    return half ? half_value((uint16_t)bits) : bfloat_value((uint16_t)bits);
}
static uint16_t bits_of(bool half, double v) {
    return half ? half_of(v) : bfloat_of(v);
}

START_TEST(every_number_is_its_own_nearest) {
    bool half = _i;
    for (uint32_t b = 0; b < 0x10000; b++) {
        double v = value_of(half, b);
        uint16_t again = bits_of(half, v);
        if (isnan(v))
            ck_assert(isnan(value_of(half, again)));
        else
            ck_assert_uint_eq(again, b);
    }
}
END_TEST

// The middle of two neighbours goes to the even one, and what is a little
// beside it to the nearer.
START_TEST(middles_go_to_the_even_neighbour) {
    bool half = _i;
    uint32_t infinity = half ? 0x7c00 : 0x7f80;
    for (uint32_t b = 0; b + 1 < infinity; b++) {
        double lo = value_of(half, b), hi = value_of(half, b + 1);
        double middle = (lo + hi) / 2;
        uint32_t even = b & 1 ? b + 1 : b;
        ck_assert_uint_eq(bits_of(half, middle), even);
        ck_assert_uint_eq(bits_of(half, nextafter(middle, lo)), b);
        ck_assert_uint_eq(bits_of(half, nextafter(middle, hi)), b + 1);
        ck_assert_uint_eq(bits_of(half, -middle), even | 0x8000);
    }
}
END_TEST

static const struct {
    bool half;
    double v;
    uint16_t bits;
} known[] = {
    {true, 1, 0x3c00},
    {true, -2, 0xc000},
    {true, 65504, 0x7bff},
    {true, 65519.99, 0x7bff},
    {true, 65520, 0x7c00},
    {true, -1e300, 0xfc00},
    {true, 0x1p-24, 1},
    {true, 0x1p-25, 0},
    {true, 0x1.00001p-25, 1},
    {true, -0.0, 0x8000},
    {true, 5e-324, 0},
    {true, 0x1p-14, 0x0400},
    {true, INFINITY, 0x7c00},
    {true, 0.1, 0x2e66},
    {true, 1 + 0x1p-11, 0x3c00}, // by way of a float it would be the same,
    {true, 1 + 0x1p-11 + 0x1p-40, 0x3c01}, // but not this
    {false, 1, 0x3f80},
    {false, 3.4e38, 0x7f80},
    {false, 0x1.FEp127, 0x7f7f},
    {false, 0x1p-133, 1},
    {false, 0.1, 0x3dcd},
    {false, -INFINITY, 0xff80},
};

START_TEST(known_numbers_have_their_bits) {
    ck_assert_uint_eq(bits_of(known[_i].half, known[_i].v), known[_i].bits);
}
END_TEST

// ---- bounds

START_TEST(an_ulp_is_that_of_the_format) {
    Compare c = {.kind = COMPARE_ULP, .ulp = 1};
    ck_assert_double_eq(compare_bound(&c, ELEM_F16, 1, (Want){1, 0}), 0x1p-10);
    ck_assert_double_eq(compare_bound(&c, ELEM_F16, 1, (Want){0, 0}), 0x1p-24);
    ck_assert_double_eq(compare_bound(&c, ELEM_B16, 1, (Want){1, 0}), 0x1p-7);
    ck_assert_double_eq(compare_bound(&c, ELEM_B16, 1, (Want){0, 0}), 0x1p-133);
}
END_TEST

// Sums of products of halves: accumulated in single precision and rounded once
// they pass, truncated or accumulated in half they do not.
START_TEST(one_rounding_passes_and_half_sums_do_not) {
    ElemType type = _i ? ELEM_F16 : ELEM_B16;
    Compare c = {.kind = COMPARE_MODEL, .model = "dot"};
    int k = 256, n = 400, truncated = 0, halves = 0;
    srand(5);
    for (int t = 0; t < n; t++) {
        double want = 0, squares = 0;
        float sum = 0;
        double half = 0;
        for (int i = 0; i < k; i++) {
            double a = element_round(type, (double)rand() / RAND_MAX);
            double b = element_round(type, (double)rand() / RAND_MAX);
            want += a * b;
            squares += a * a * b * b;
            sum += (float)(a * b);
            half = element_round(type, half + a * b);
        }
        double bound = compare_bound(&c, type, k, (Want){want, squares});
        double right = element_round(type, (double)sum);
        ck_assert(compare_element(want, right, bound));
        ck_assert(compare_element(want, element_round(type, want), bound));
        uint16_t cut;
        element_store(&cut, type, 0, (double)sum);
        if (right > want)
            cut--; // towards zero
        else
            cut = (uint16_t)(cut - (t % 2));
        truncated += compare_element(want, element_value(type, &cut, 0), bound);
        halves += compare_element(want, half, bound);
    }
    ck_assert_int_lt(halves, n / 4);
    ck_assert_int_lt(truncated, n * 7 / 8);
}
END_TEST

START_TEST(exact_asks_for_the_nearest_of_the_double) {
    Arg out = {
        .name = "out", .type = ELEM_F16, .is_pointer = true, .is_output = true};
    ArgData d = {.arg = &out, .count = 1, .bytes = 2};
    CaseData c = {.args = &d,
                  .nargs = 1,
                  .sets = 1,
                  .poison = POISON,
                  .compare = {.kind = COMPARE_EXACT}};
    Want want = {1 + 0x1p-11 + 0x1p-40, 0};
    uint16_t right = 0x3c01, other = 0x3c00, inf = 0x7c00, poison = 0xffff;
    Mismatch m;
    ck_assert(compare_at(&c, &d, want, (unsigned char *)&right, 0, &m));
    ck_assert(!compare_at(&c, &d, want, (unsigned char *)&other, 0, &m));
    ck_assert_double_eq(m.want, 1 + 0x1p-10);
    ck_assert_double_eq(m.got, 1);
    c.compare = (Compare){.kind = COMPARE_TOL, .rtol = 1e-3};
    want.value = 70000;
    ck_assert(compare_at(&c, &d, want, (unsigned char *)&inf, 0, &m));
    want.value = 60000;
    ck_assert(!compare_at(&c, &d, want, (unsigned char *)&inf, 0, &m));
    ck_assert(!compare_at(&c, &d, want, (unsigned char *)&poison, 0, &m));
    ck_assert(m.got_poison);
}
END_TEST

// A sum in half precision that was rounded once has spent nothing of what a sum
// may be off; one that was rounded more often has.
START_TEST(the_last_rounding_spends_nothing) {
    Arg out = {
        .name = "out", .type = ELEM_F16, .is_pointer = true, .is_output = true};
    uint16_t got = 0x3c01;
    double want = 1 + 0x1p-11;
    ArgData d = {.arg = &out, .count = 1, .bytes = 2, .want = {&want}};
    CaseData c = {.args = &d,
                  .nargs = 1,
                  .sets = 1,
                  .compare = {.kind = COMPARE_TOL, .atol = 0x1p-10}};
    Arena a = {0};
    CaseResult r = {0};
    ck_assert(compare_output(&a, &c, 0, 0, (unsigned char *)&got, &r));
    ck_assert_double_eq(r.spent, 0);
    want = 1 + 0x1p-12;
    ck_assert(compare_output(&a, &c, 0, 0, (unsigned char *)&got, &r));
    ck_assert_double_eq_tol(r.spent, 0.5, 0.01);
    arena_reset(&a);
}
END_TEST

// ---- inputs

START_TEST(special_values_are_those_of_the_format) {
    enum { N = 4000 };
    ElemType type = _i ? ELEM_F16 : ELEM_B16;
    double least = _i ? 0x1p-14 : 0x1p-126, most = _i ? 65504 : 0x1.FEp127;
    static uint16_t x[N];
    int nan = 0, inf = 0, denormal = 0, largest = 0;
    fill_values(x, NULL, type, N, 3, FILL_SPECIAL, 0.5, type);
    for (int i = 0; i < N; i++) {
        double v = element_value(type, x, i);
        ck_assert_uint_ne(x[i], 0xffff);
        nan += isnan(v);
        inf += isinf(v) != 0;
        denormal += v != 0 && fabs(v) < least;
        largest += fabs(v) == most;
    }
    ck_assert_msg(nan > N / 20 && inf > N / 20 && denormal > N / 20 &&
                      largest > N / 50,
                  "%d NaN, %d infinite, %d denormal, %d largest", nan, inf,
                  denormal, largest);
}
END_TEST

static const char yaml[] =
    "format: 1\ntitle: T\nkind: cuda\nfile: t.cu\n"
    "entry: void t(const half *x, __half *y, nv_bfloat16 *out, float a, int n)"
    "\n"
    "args: {x: {shape: [n]}, y: {shape: [n], inout: true},\n"
    "  out: {shape: [n], output: true}}\n"
    "cases: [{n: 50, a: 2.5}]\n"
    "compare: {model: sum, terms: 2}\n";

static Arena arena;
static Tree tree;
static Exercise *ex;
static CaseData data;

static void setup(void) {
    Err err = {0};
    tree_open(&tree);
    tree_write(&tree, "exercises/a/t/exercise.yaml", yaml);
    ex = exercise_load(&arena, tree_path(&tree, "exercises/a/t/exercise.yaml"),
                       &err);
    ck_assert_msg(ex, "%s", err.msg);
    const Case *c = &ex->cases[0];
    ck_assert(case_draw(&data, &arena, ex, c->vars, c->nvars, NULL, 0, NULL, 1,
                        11, &err));
    ck_assert(case_fill(&data, NULL, &err));
}

static void teardown(void) {
    case_drop(&data);
    tree_close(&tree);
    arena_reset(&arena);
}

// const float *x, double *y, double *out, float a, int n
static void axpy(void **argv) {
    const float *x = *(float **)argv[0];
    double *y = *(double **)argv[1], *out = *(double **)argv[2];
    for (int i = 0; i < *(int *)argv[4]; i++)
        out[i] = y[i] += (double)*(float *)argv[3] * (double)x[i];
}

static void is_expected(void) {
    for (int i = 0; i < 50; i++) {
        double x = element_value(ELEM_F16, data.args[0].in[0], i);
        double y = element_value(ELEM_F16, data.args[1].in[0], i);
        Want want = compare_want(&data.args[2], 0, i);
        ck_assert_double_eq(want.value, y + 2.5 * x);
        ck_assert_double_eq_tol(want.size, y * y + 2.5 * 2.5 * x * x, 1e-5);
        ck_assert_double_eq(compare_want(&data.args[1], 0, i).value,
                            y + 2.5 * x);
    }
}

START_TEST(the_reference_sees_floats_and_doubles) {
    Reference ref = {.all = axpy};
    Rng rng;
    rng_seed(&rng, 8);
    expect_case(&data, &ref);
    is_expected();
    for (int i = 0; i < 30; i++) {
        InputChange change[MAX_CHANGES];
        int n = i % 3 == 0   ? case_freshen(&data, 0, &rng, change)
                : i % 3 == 1 ? case_renew(&data, 0, &rng, change)
                             : case_redraw(&data, 0, 0, 5, 16, &rng, change);
        ck_assert_int_gt(n, 0);
        ck_assert_uint_eq(change[0].bytes % 2, 0);
        expect_again(&data, &ref, 0);
        is_expected();
    }
}
END_TEST

START_TEST(the_shims_say_what_each_side_takes) {
    const char *ref = shim_reference(&arena, ex);
    const char *entry = shim_entry(&arena, ex, &backend_sim);
    ck_assert(strstr(ref, "void reference(const float *, double *, double *, "
                          "float, int);"));
    ck_assert(strstr(ref, "float kata_half(double v)"));
    ck_assert(strstr(entry, "struct __half;"));
    ck_assert(strstr(entry, "struct __nv_bfloat16;"));
    ck_assert(strstr(entry, "*(const __half * *)a[0]"));
}
END_TEST

// The functions that references may call.
START_TEST(references_round_as_kata_does) {
    Err err = {0};
    BuildPlaces where = {.cache = tree_path(&tree, "cache")};
    tree_write(&tree, "reference.c",
               "void reference(const float *x, double *y, double *o, float a,"
               " int n);\nvoid reference(const float *x, double *y, double *o,"
               " float a, int n) {}\n");
    const char *path =
        build_reference(&arena, &where, tree_path(&tree, "reference.c"),
                        shim_reference(&arena, ex), &err);
    ck_assert_msg(path, "%s", err.msg);
    void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ck_assert(lib);
    float (*round[2])(double);
    unsigned (*bits[2])(double);
    *(void **)&round[1] = dlsym(lib, "kata_half");
    *(void **)&round[0] = dlsym(lib, "kata_bfloat16");
    *(void **)&bits[1] = dlsym(lib, "kata_half_bits");
    *(void **)&bits[0] = dlsym(lib, "kata_bfloat16_bits");
    for (int half = 0; half < 2; half++) {
        for (uint32_t b = 0; b < 0x7c00; b++) {
            double v = value_of(half, b), up = value_of(half, b + 1);
            double between = (v + up) / 2;
            ck_assert_double_eq(round[half](v), v);
            ck_assert_uint_eq(bits[half](-between), bits_of(half, -between));
            ck_assert_double_eq(round[half](nextafter(between, up)), up);
        }
        ck_assert_uint_eq(bits[half](INFINITY), half ? 0x7c00 : 0x7f80);
        ck_assert_uint_eq(bits[half](-1e300), half ? 0xfc00 : 0xff80);
        ck_assert(isnan(value_of(half, bits[half](NAN))));
    }
    dlclose(lib);
}
END_TEST

SUITE_OF(half) {
    Suite *s = suite_create("half");
    TCase *t = tcase_create("format");
    tcase_add_loop_test(t, every_number_is_its_own_nearest, 0, 2);
    tcase_add_loop_test(t, middles_go_to_the_even_neighbour, 0, 2);
    tcase_add_loop_test(t, known_numbers_have_their_bits, 0, COUNT_OF(known));
    tcase_add_test(t, an_ulp_is_that_of_the_format);
    tcase_add_loop_test(t, one_rounding_passes_and_half_sums_do_not, 0, 2);
    tcase_add_test(t, exact_asks_for_the_nearest_of_the_double);
    tcase_add_test(t, the_last_rounding_spends_nothing);
    tcase_add_loop_test(t, special_values_are_those_of_the_format, 0, 2);
    suite_add_tcase(s, t);
    t = tcase_create("exercise");
    tcase_set_timeout(t, 60);
    tcase_set_tags(t, "fork");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_reference_sees_floats_and_doubles);
    tcase_add_test(t, the_shims_say_what_each_side_takes);
    tcase_add_test(t, references_round_as_kata_does);
    suite_add_tcase(s, t);
    return s;
}
