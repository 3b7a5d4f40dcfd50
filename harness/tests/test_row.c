// compare {model: row}: honest single precision passes with room, in any order
// of summation; what loses digits does not.
#include "gate/judge/compare.h"
#include "gate/judge/expect.h"
#include "tests/tests.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20000, THREADS = 256 };
static const double EPS = 1e-5;

static float x[MOST], y[MOST], terms[MOST];
static double want[MOST], size[MOST];

// Uniform in +-1, or about normal.
static double draw(void) {
    return (double)rand() / RAND_MAX * 2 - 1;
}
static double draw_normal(void) {
    double v = 0;
    for (int i = 0; i < 12; i++)
        v += draw() / 2;
    return v;
}

static float to_half(float v) {
    if (v == 0 || !isfinite(v)) return v;
    int e = max_of(ilogbf(v), -14);
    return ldexpf(rintf(ldexpf(v, 10 - e)), e - 10);
}

// ---- sums in the orders in which they are made

typedef float Sum(const float *v, int n);

static float forward(const float *v, int n) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static float backward(const float *v, int n) {
    float s = 0;
    for (int i = n - 1; i >= 0; i--)
        s += v[i];
    return s;
}

static float tree(const float *v, int n) {
    if (n <= 2) return forward(v, n);
    return tree(v, n / 2) + tree(v + n / 2, n - n / 2);
}

// Each thread of a block strides through the row; then a tree.
static float block(const float *v, int n) {
    float part[THREADS] = {0};
    for (int i = 0; i < n; i++)
        part[i % THREADS] += v[i];
    return tree(part, THREADS);
}

static float half_tree(const float *v, int n) {
    if (n == 1) return to_half(v[0]);
    return to_half(half_tree(v, n / 2) + half_tree(v + n / 2, n - n / 2));
}

static Sum *const honest[] = {forward, backward, tree, block};

// ---- rows in single precision

static float apply(Sum *sum, float (*f)(float, float), float by, int n) {
    for (int i = 0; i < n; i++)
        terms[i] = f(x[i], by);
    return sum(terms, n);
}

static float is(float v, float by) {
    (void)by;
    return v;
}
static float squared(float v, float by) {
    return (v - by) * (v - by);
}
static float exp_from(float v, float most) {
    return expf(v - most);
}

static void softmax(Sum *sum, int n) {
    float most = -INFINITY;
    for (int i = 0; i < n; i++)
        most = fmaxf(most, x[i]);
    float s = apply(sum, exp_from, most, n);
    for (int i = 0; i < n; i++)
        y[i] = expf(x[i] - most) / s;
}

// In one pass: when the maximum rises, the sum so far is scaled.
static void softmax_online(Sum *sum, int n) {
    float most = -INFINITY, s = 0;
    (void)sum;
    for (int i = 0; i < n; i++) {
        float before = most;
        most = fmaxf(most, x[i]);
        s = s * (before == most ? 1 : expf(before - most)) + expf(x[i] - most);
    }
    for (int i = 0; i < n; i++)
        y[i] = exp2f((x[i] - most) * 1.44269504F) * (1 / s);
}

static void layernorm(Sum *sum, int n) {
    float mean = apply(sum, is, 0, n) / (float)n;
    float var = apply(sum, squared, mean, n) / (float)n;
    float scale = 1 / sqrtf(var + (float)EPS);
    for (int i = 0; i < n; i++)
        y[i] = (x[i] - mean) * scale * 1.5F + 0.25F;
}

static void layernorm_welford(Sum *sum, int n) {
    float mean = 0, m2 = 0;
    (void)sum;
    for (int i = 0; i < n; i++) {
        float d = x[i] - mean;
        mean += d / (float)(i + 1);
        m2 += d * (x[i] - mean);
    }
    float scale = 1 / sqrtf(m2 / (float)n + (float)EPS);
    for (int i = 0; i < n; i++)
        y[i] = (x[i] - mean) * scale * 1.5F + 0.25F;
}

static void layernorm_one_pass(Sum *sum, int n) {
    float mean = apply(sum, is, 0, n) / (float)n;
    float var = apply(sum, squared, 0, n) / (float)n - mean * mean;
    float scale = 1 / sqrtf(fmaxf(var, 0) + (float)EPS);
    for (int i = 0; i < n; i++)
        y[i] = (x[i] - mean) * scale * 1.5F + 0.25F;
}

static void rmsnorm(Sum *sum, int n) {
    float mean = apply(sum, squared, 0, n) / (float)n;
    float scale = 1 / sqrtf(mean + (float)EPS);
    for (int i = 0; i < n; i++)
        y[i] = x[i] * scale;
}

// ---- what is right

static void want_softmax(int n) {
    double most = -INFINITY, s = 0, largest = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, (double)x[i]);
    for (int i = 0; i < n; i++)
        s += exp((double)x[i] - most);
    for (int i = 0; i < n; i++)
        largest = fmax(largest, want[i] = exp((double)x[i] - most) / s);
    for (int i = 0; i < n; i++)
        size[i] = largest;
}

static void want_layernorm(int n) {
    double mean = 0, var = 0;
    for (int i = 0; i < n; i++)
        mean += (double)x[i] / n;
    for (int i = 0; i < n; i++)
        var += ((double)x[i] - mean) * ((double)x[i] - mean) / n;
    double sigma = sqrt(var + EPS);
    for (int i = 0; i < n; i++) {
        want[i] = ((double)x[i] - mean) / sigma * 1.5 + 0.25;
        size[i] = (fabs((double)x[i]) + fabs(mean)) / sigma * 1.5 + 0.25;
    }
}

static void want_rmsnorm(int n) {
    double mean = 0, largest = 0;
    for (int i = 0; i < n; i++)
        mean += (double)x[i] * (double)x[i] / n;
    for (int i = 0; i < n; i++) {
        want[i] = (double)x[i] / sqrt(mean + EPS);
        largest = fmax(largest, fabs(want[i]));
    }
    for (int i = 0; i < n; i++)
        size[i] = largest;
}

// The largest error of a row, in bounds.
static double worst(int n) {
    Compare c = {.kind = COMPARE_ROW, .model = "row"};
    double most = 0;
    for (int i = 0; i < n; i++) {
        double b = compare_bound(&c, ELEM_F32, n, (Want){want[i], size[i]});
        double e = fabs((double)y[i] - want[i]) / b;
        most = !(e <= most) ? e : most;
    }
    return most;
}

// ---- the questions

static const int lengths[] = {1, 2, 3, 17, 100, 1000, 4096, 20000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

typedef struct Inputs {
    double shift, spread;
    bool normal;
} Inputs;

static void fill(const Inputs *in, int n) {
    for (int i = 0; i < n; i++)
        x[i] = (float)(in->shift +
                       in->spread * (in->normal ? draw_normal() : draw()));
}

static const Inputs scores[] = {
    {0, 1, true},   {0, 30, false},   {0, 1e4, false},
    {1e4, 1, true}, {-1e4, 5, false}, {3, 0, false},
};

START_TEST(honest_softmax_passes_with_room) {
    int n = lengths[_i];
    srand((unsigned)n);
    for (size_t s = 0; s < COUNT_OF(scores); s++) {
        for (int round = 0; round < (n > 1000 ? 3 : 30); round++) {
            fill(&scores[s], n);
            want_softmax(n);
            for (size_t h = 0; h < COUNT_OF(honest); h++) {
                softmax(honest[h], n);
                ck_assert_msg(worst(n) < 0.5, "n=%d scores %zu order %zu: %g",
                              n, s, h, worst(n));
            }
            softmax_online(NULL, n);
            ck_assert_msg(worst(n) < 0.5, "n=%d scores %zu online: %g", n, s,
                          worst(n));
        }
    }
}
END_TEST

// Of half precision a long row alone can hide it; the rows of a case do not.
static int cases_that_pass(const Inputs *in, int n, void (*wanted)(int),
                           void (*row)(Sum *, int)) {
    enum { CASES = 12, ROWS_OF_CASE = 16 };
    int passed = 0;
    srand((unsigned)n);
    for (int k = 0; k < CASES; k++) {
        bool right = true;
        for (int r = 0; r < ROWS_OF_CASE && right; r++) {
            fill(in, n);
            wanted(n);
            row(half_tree, n);
            right = worst(n) <= 1;
        }
        passed += right;
    }
    return passed;
}

START_TEST(softmax_in_half_precision_fails) {
    int n = lengths[_i];
    if (n > 2)
        ck_assert_int_eq(cases_that_pass(&scores[0], n, want_softmax, softmax),
                         0);
}
END_TEST

START_TEST(softmax_without_its_maximum_fails) {
    int n = lengths[_i];
    fill(&(Inputs){200, 1, true}, n);
    want_softmax(n);
    float s = 0;
    for (int i = 0; i < n; i++)
        s += expf(x[i]);
    for (int i = 0; i < n; i++)
        y[i] = expf(x[i]) / s;
    ck_assert(!(worst(n) <= 1));
}
END_TEST

static const Inputs features[] = {
    {0, 1, true},    {1e4, 1, true}, {-1e4, 1, false},
    {1, 1e-3, true}, {0, 1e4, true},
};

START_TEST(honest_norms_pass_with_room) {
    int n = lengths[_i];
    srand((unsigned)n);
    for (size_t s = 0; s < COUNT_OF(features); s++) {
        for (int round = 0; round < (n > 1000 ? 3 : 30); round++) {
            fill(&features[s], n);
            for (size_t h = 0; h < COUNT_OF(honest); h++) {
                want_layernorm(n);
                layernorm(honest[h], n);
                ck_assert_msg(worst(n) < 0.5, "layer n=%d in %zu order %zu: %g",
                              n, s, h, worst(n));
                want_rmsnorm(n);
                rmsnorm(honest[h], n);
                ck_assert_msg(worst(n) < 0.5, "rms n=%d in %zu order %zu: %g",
                              n, s, h, worst(n));
            }
            want_layernorm(n);
            layernorm_welford(NULL, n);
            ck_assert_msg(worst(n) < 0.5, "welford n=%d in %zu: %g", n, s,
                          worst(n));
        }
    }
}
END_TEST

START_TEST(a_variance_of_squares_fails_where_the_mean_is_large) {
    int n = lengths[_i], passed = 0, rows = 20;
    srand((unsigned)n);
    for (int round = 0; round < rows; round++) {
        fill(&features[1], n);
        want_layernorm(n);
        layernorm_one_pass(block, n);
        passed += worst(n) <= 1;
    }
    if (n > 2) ck_assert_msg(passed == 0, "n=%d: %d rows pass", n, passed);
}
END_TEST

START_TEST(norms_in_half_precision_fail) {
    int n = lengths[_i];
    if (n <= 2) return;
    ck_assert_int_eq(cases_that_pass(&features[0], n, want_rmsnorm, rmsnorm),
                     0);
    ck_assert_int_eq(
        cases_that_pass(&features[0], n, want_layernorm, layernorm), 0);
}
END_TEST

// ---- where the scale comes from

enum { ROWS = 3, COLS = 4 };

static void all_of(void **argv) { // const float *in, double *out
    for (int i = 0; i < ROWS * COLS; i++)
        (*(double **)argv[1])[i] = (double)(*(float **)argv[0])[i];
    (*(double **)argv[1])[5] = INFINITY;
}
static void scale_of(void **argv) {
    for (int i = 0; i < ROWS * COLS; i++)
        (*(double **)argv[1])[i] = 100 + i;
}
static void at_of(void **argv, long long i) {
    (*(double **)argv[1])[i] = 7;
}
static void scale_at_of(void **argv, long long i) {
    (*(double **)argv[1])[i] = 70;
}

START_TEST(without_a_scale_it_is_the_rows_largest) {
    static Expr *shape[2];
    Arg arg[2] = {{.name = "in", .type = ELEM_F32, .is_pointer = true},
                  {.name = "out",
                   .type = ELEM_F32,
                   .is_pointer = true,
                   .is_output = true,
                   .shape = shape,
                   .nshape = 2}};
    float in[ROWS * COLS];
    ArgData d[2] = {{.arg = &arg[0], .count = 12, .bytes = sizeof in},
                    {.arg = &arg[1],
                     .dims = {ROWS, COLS},
                     .count = 12,
                     .bytes = sizeof in}};
    CaseData c = {.args = d,
                  .nargs = 2,
                  .sets = 1,
                  .terms = COLS,
                  .compare = {.kind = COMPARE_ROW},
                  .poison = POISON};
    for (int i = 0; i < ROWS * COLS; i++)
        in[i] = (float)(i % 2 ? -i : i);
    d[0].in[0] = (unsigned char *)in;
    Reference ref = {.all = all_of};
    expect_case(&c, &ref);
    for (int i = 0; i < ROWS * COLS; i++) {
        static const double most[] = {3, 7, 11};
        ck_assert_double_eq(compare_want(&d[1], 0, i).size, most[i / COLS]);
    }
    ref.scale = scale_of;
    expect_again(&c, &ref, 0);
    ck_assert_double_eq(compare_want(&d[1], 0, 6).size, 106);
    ck_assert_double_eq(compare_want(&d[1], 0, 6).value, 6);
    Err err = {0};
    ref.at = at_of;
    ck_assert(!reference_serves(&ref, &c.compare, &err));
    ck_assert(strstr(err.msg, "reference_scale_at"));
    err_clear(&err);
    ref.scale_at = scale_at_of;
    ck_assert(reference_serves(&ref, &c.compare, &err));
    Want want_at = expect_at(&c, &ref, 0, 1, 3);
    ck_assert_double_eq(want_at.value, 7);
    ck_assert_double_eq(want_at.size, 70);
    d[0].in[0] = NULL;
    case_drop(&c);
}
END_TEST

START_TEST(a_scale_that_is_no_number_allows_nothing) {
    Compare c = {.kind = COMPARE_ROW};
    double none = compare_bound(&c, ELEM_F32, 9, (Want){1, 0});
    ck_assert_double_eq(compare_bound(&c, ELEM_F32, 9, (Want){1, INFINITY}),
                        none);
    ck_assert_double_eq(compare_bound(&c, ELEM_F32, 9, (Want){1, NAN}), none);
}
END_TEST

SUITE_OF(row) {
    Suite *s = suite_create("row");
    TCase *t = tcase_create("honest");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, honest_softmax_passes_with_room, 0, LENGTHS);
    tcase_add_loop_test(t, honest_norms_pass_with_room, 0, LENGTHS);
    suite_add_tcase(s, t);
    t = tcase_create("others");
    tcase_add_loop_test(t, softmax_in_half_precision_fails, 0, LENGTHS);
    tcase_add_loop_test(t, softmax_without_its_maximum_fails, 0, LENGTHS);
    tcase_add_loop_test(t, a_variance_of_squares_fails_where_the_mean_is_large,
                        0, LENGTHS);
    tcase_add_loop_test(t, norms_in_half_precision_fail, 0, LENGTHS);
    tcase_add_test(t, without_a_scale_it_is_the_rows_largest);
    tcase_add_test(t, a_scale_that_is_no_number_allows_nothing);
    suite_add_tcase(s, t);
    return s;
}
