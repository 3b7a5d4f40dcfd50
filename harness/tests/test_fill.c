// Inputs: fills whose elements depend on each other, and rare values.
#include "gate/judge/case_data.h"
#include "gate/judge/fill.h"
#include "gate/judge/fill_whole.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5000 };

static int ints[MOST], again[MOST];

// ---- offsets

typedef struct OffsetRow {
    size_t n;
    double last, skew;
} OffsetRow;

static const OffsetRow offset_rows[] = {
    {1, 0, FILL_UNSKEWED}, {2, 9, FILL_UNSKEWED},
    {3, 0, FILL_UNSKEWED}, {1001, 7000, FILL_UNSKEWED},
    {1001, 7000, 0},       {1001, 7000, 1},
    {5000, 100, 2},        {2, 1000, 4},
    {1001, 0x7fffffff, 1},
};

static void are_offsets(const int *x, size_t n, double last) {
    ck_assert_int_eq(x[0], 0);
    ck_assert_double_eq(x[n - 1], last);
    for (size_t i = 1; i < n; i++)
        ck_assert_int_le(x[i - 1], x[i]);
}

START_TEST(offsets_rise_from_zero_to_the_last) {
    const OffsetRow *r = &offset_rows[_i];
    for (uint64_t seed = 0; seed < 50; seed++) {
        fill_whole(ints, ELEM_I32, r->n, seed, FILL_OFFSETS, r->last, r->skew);
        are_offsets(ints, r->n, r->last);
    }
}
END_TEST

static int longest(const int *x, int n) {
    int most = 0;
    for (int i = 1; i < n; i++)
        most = max_of(most, x[i] - x[i - 1]);
    return most;
}

START_TEST(the_skew_says_how_unlike_rows_are) {
    enum { N = 1001, EACH = 7 };
    int empty = 0, first = 0;
    fill_whole(ints, ELEM_I32, N, 1, FILL_OFFSETS, EACH * (N - 1), 0);
    ck_assert_int_eq(longest(ints, N), EACH);
    fill_whole(ints, ELEM_I32, N, 1, FILL_OFFSETS, EACH * (N - 1),
               FILL_UNSKEWED);
    for (int i = 1; i < N; i++)
        empty += ints[i] == ints[i - 1];
    ck_assert_int_gt(empty, N / 8);
    ck_assert_int_lt(longest(ints, N), 20 * EACH);
    first = longest(ints, N);
    fill_whole(ints, ELEM_I32, N, 1, FILL_OFFSETS, EACH * (N - 1), 1);
    ck_assert_int_gt(longest(ints, N), 3 * first);
}
END_TEST

// ---- sorted

START_TEST(sorted_numbers_rise_within_their_bounds) {
    float reals[1000];
    int repeats = 0, at_end[2] = {0};
    for (uint64_t seed = 0; seed < 200; seed++) {
        fill_whole(ints, ELEM_I32, 1000, seed, FILL_SORTED, -3, 40);
        for (int i = 0; i < 1000; i++) {
            ck_assert_int_ge(ints[i], i ? ints[i - 1] : -3);
            ck_assert_int_le(ints[i], 40);
        }
        at_end[0] += ints[0] == -3;
        at_end[1] += ints[999] == 40;
        fill_whole(reals, ELEM_F32, 1000, seed, FILL_SORTED, 0.5, 2);
        for (int i = 0; i < 1000; i++) {
            ck_assert(reals[i] >= (i ? reals[i - 1] : 0.5F) && reals[i] <= 2);
            repeats += i && reals[i] == reals[i - 1];
        }
    }
    ck_assert_int_gt(at_end[0], 150); // both ends can be met
    ck_assert_int_gt(at_end[1], 150);
    ck_assert_int_gt(repeats, 200 * 1000 / 10);
}
END_TEST

// ---- permutations

static void is_permutation(const int *x, size_t n) {
    bool seen[MOST] = {false};
    for (size_t i = 0; i < n; i++) {
        ck_assert(x[i] >= 0 && (size_t)x[i] < n && !seen[x[i]]);
        seen[x[i]] = true;
    }
}

START_TEST(a_permutation_has_each_number_once) {
    int same = 0;
    for (size_t n = 0; n < 40; n++) {
        fill_whole(ints, ELEM_I32, n, n, FILL_PERMUTATION, 0, 0);
        is_permutation(ints, n);
    }
    fill_whole(ints, ELEM_I32, MOST, 5, FILL_PERMUTATION, 0, 0);
    is_permutation(ints, MOST);
    for (int i = 0; i < MOST; i++)
        same += ints[i] == i;
    ck_assert_int_lt(same, 10);
}
END_TEST

// ---- changing a part

static const struct {
    FillKind kind;
    double a, b;
} wholes[] = {
    {FILL_OFFSETS, 9000, FILL_UNSKEWED},
    {FILL_OFFSETS, 9000, 1},
    {FILL_SORTED, -10, 500},
    {FILL_PERMUTATION, 0, 0},
};

START_TEST(a_part_is_drawn_anew_and_the_whole_still_holds) {
    FillKind kind = wholes[_i].kind;
    Rng rng;
    rng_seed(&rng, 9);
    int changes = 0;
    for (int round = 0; round < 2000; round++) {
        size_t count = 1 + rng_below(&rng, 300);
        size_t n = 1 + rng_below(&rng, max_of(count / 4, (size_t)1));
        size_t first = rng_below(&rng, count - n + 1), asked = first;
        double last = count > 1 ? wholes[_i].a : 0;
        fill_whole(ints, ELEM_I32, count, rng_next(&rng), kind, last,
                   wholes[_i].b);
        memcpy(again, ints, sizeof ints);
        if (!fill_whole_again(again, ELEM_I32, count, &first, &n, &rng, kind,
                              last, wholes[_i].b))
            continue;
        ck_assert(n > 0 && first + n <= count);
        ck_assert(first >= min_of(asked, first) && asked <= first + n);
        // Nothing but what it says has changed.
        ck_assert(!memcmp(again, ints, first * 4));
        ck_assert(!memcmp(again + first + n, ints + first + n,
                          (count - first - n) * 4));
        changes += memcmp(again, ints, count * 4) != 0;
        if (kind == FILL_OFFSETS) are_offsets(again, count, last);
        if (kind == FILL_PERMUTATION) is_permutation(again, count);
        for (size_t i = 1; i < count && kind == FILL_SORTED; i++)
            ck_assert_int_le(again[i - 1], again[i]);
        if (kind == FILL_SORTED)
            ck_assert(again[0] >= -10 && again[count - 1] <= 500);
    }
    ck_assert_int_gt(changes, 1000);
}
END_TEST

// ---- special values

typedef struct Kinds {
    int nan, inf[2], zero[2], denormal, huge, normal;
} Kinds;

static void count_kind(Kinds *k, double v, double least, double most) {
    k->nan += isnan(v);
    k->inf[0] += isinf(v) && v > 0;
    k->inf[1] += isinf(v) && v < 0;
    k->zero[0] += v == 0 && !signbit(v);
    k->zero[1] += v == 0 && signbit(v);
    k->denormal += v != 0 && fabs(v) < least;
    k->huge += isfinite(v) && fabs(v) > most / 16;
    k->normal += fabs(v) > 1e-3 && fabs(v) < 4;
}

static void has_all(const Kinds *k, int n) {
    ck_assert(k->nan > n / 100 && k->inf[0] > n / 100 && k->inf[1] > n / 100 &&
              k->zero[0] > n / 100 && k->zero[1] > n / 100);
    ck_assert(k->denormal > n / 100 && k->huge > n / 100);
    ck_assert(k->normal > 6 * n / 10 && k->normal < 8 * n / 10);
}

START_TEST(special_has_every_kind_of_value) {
    enum { N = 20000 };
    static float x[N];
    static double y[N];
    Kinds k = {0};
    fill_values(x, NULL, ELEM_F32, N, 3, FILL_SPECIAL, 0.25, ELEM_F32);
    for (int i = 0; i < N; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], 4);
        ck_assert_uint_ne(bits, 0xffffffff);
        count_kind(&k, (double)x[i], 0x1p-126, 0x1p128);
    }
    has_all(&k, N);
    k = (Kinds){0};
    fill_values(y, NULL, ELEM_F64, N, 3, FILL_SPECIAL, 0.25, ELEM_F64);
    for (int i = 0; i < N; i++)
        count_kind(&k, y[i], 0x1p-1022, 0x1p1023);
    has_all(&k, N);
    k = (Kinds){0};
    fill_values(x, NULL, ELEM_F32, N, 3, FILL_SPECIAL, 0, ELEM_F32);
    for (int i = 0; i < N; i++)
        count_kind(&k, (double)x[i], 0x1p-126, 0x1p128);
    ck_assert_int_eq(k.nan + k.inf[0] + k.inf[1] + k.denormal + k.huge, 0);
}
END_TEST

// ---- through a case

static const char yaml[] =
    "format: 1\ntitle: T\nkind: cuda\nfile: t.cu\n"
    "entry: void t(const int *rows, const float *x, const int *own, const "
    "int *length, const float *level, float *out, int n, int m)\n"
    "args: {rows: {shape: [n + 1], fill: offsets(m)},\n"
    "  x: {shape: [m]}, own: {shape: [n + 1], fill: 'int(0, 9)'},\n"
    "  length: {shape: [m], fill: 'int(0, 9)'},\n"
    "  level: {shape: [m], fill: 'uniform(0, 1)'},\n"
    "  out: {shape: [n], output: true}}\n"
    "cases: [{n: 50, m: 400, fills: {own: offsets(m), length: const(9), level: "
    "const(2)}},\n"
    "  {n: 3, m: 5, fills: {x: special}}]\n"
    "compare: {rtol: 1e-5}\n";

static Arena arena;
static Tree tree;
static CaseData data;

static void setup(void) {
    Err err = {0};
    tree_open(&tree);
    tree_write(&tree, "exercises/a/t/exercise.yaml", yaml);
    Exercise *ex = exercise_load(
        &arena, tree_path(&tree, "exercises/a/t/exercise.yaml"), &err);
    ck_assert_msg(ex, "%s", err.msg);
    const Case *c = &ex->cases[0];
    ck_assert(case_draw(&data, &arena, ex, c->vars, c->nvars, c->fills,
                        c->nfills, NULL, 2, 11, &err));
    ck_assert(case_fill(&data, NULL, &err));
    ck_assert_uint_eq(data.poison, POISON);
    CaseData other;
    c = &ex->cases[1];
    ck_assert(case_draw(&other, &arena, ex, c->vars, c->nvars, c->fills,
                        c->nfills, NULL, 1, 11, &err));
    ck_assert_uint_eq(other.poison, POISON_FINITE);
    case_drop(&other);
}

static void teardown(void) {
    case_drop(&data);
    tree_close(&tree);
    arena_reset(&arena);
}

// Row pointers by the argument, or by the case in place of its integers.
START_TEST(repetitions_keep_row_pointers_whole) {
    Rng rng;
    int g = _i ? 2 : 0;
    rng_seed(&rng, 4);
    const int *rows = (const int *)(void *)data.args[g].in[1];
    int was[51], changes[3] = {0};
    for (int i = 0; i < 300; i++) {
        InputChange told[MAX_CHANGES];
        memcpy(was, rows, sizeof was);
        int n = i % 3 == 0 ? case_freshen(&data, 1, &rng, told)
                : i % 3 == 1
                    ? case_renew(&data, 1, &rng, told)
                    : case_redraw(&data, 1, g, rng_below(&rng, 51 - 16), 16,
                                  &rng, told);
        are_offsets(rows, 51, 400);
        changes[i % 3] += memcmp(was, rows, sizeof was) != 0;
        for (int k = 0; k < n; k++)
            if (told[k].arg == g)
                memcpy((char *)was + told[k].offset,
                       (const char *)rows + told[k].offset, told[k].bytes);
        ck_assert(!memcmp(was, rows, sizeof was)); // it told all
    }
    for (int i = 0; i < 3; i++)
        ck_assert_int_gt(changes[i], 50);
}
END_TEST

// A length that a case fixes decides how much work there is: other values of
// the argument's own would make the call another one. A float does not.
START_TEST(fixed_lengths_stay) {
    Rng rng;
    InputChange told[MAX_CHANGES];
    rng_seed(&rng, 4);
    ck_assert(!case_redraw(&data, 0, 3, 10, 16, &rng, told));
    const int *length = (const int *)(void *)data.args[3].in[0];
    for (int i = 0; i < 400; i++)
        ck_assert_int_eq(length[i], 9);
    ck_assert(case_redraw(&data, 0, 4, 10, 16, &rng, told));
    const float *level = (const float *)(void *)data.args[4].in[0];
    ck_assert_float_eq(level[9], 2);
    ck_assert_float_le(level[10], 1);
}
END_TEST

// A result that is a position moves only by an element as large as the one it
// names.
START_TEST(a_window_has_one_as_large_as_any) {
    Rng rng;
    InputChange told[MAX_CHANGES];
    rng_seed(&rng, 4);
    const float *x = (const float *)(void *)data.args[1].in[0];
    size_t count = data.args[1].count, moved = 0;
    float most = x[0];
    for (size_t i = 0; i < count; i++)
        most = max_of(most, x[i]);
    for (int t = 0; t < 20; t++) {
        size_t first = (size_t)t * 20, found = 0;
        ck_assert(case_redraw(&data, 0, 1, first, 16, &rng, told));
        for (size_t i = first; i < first + 16; i++) {
            if (x[i] == most) found++, moved += i - first;
        }
        ck_assert_uint_eq(found, 1);
    }
    ck_assert_uint_gt(moved, 0);
}
END_TEST

// However a loop strides over a row, one thread may have all of the largest.
START_TEST(a_comb_is_larger_at_each_nth_element) {
    enum { N = 4096, EACH = 64 };
    static float x[N];
    fill_values(x, NULL, ELEM_F32, N, 5, FILL_COMB, 20, EACH);
    for (int i = 0; i < N; i++)
        ck_assert_int_eq(x[i] > 10, i % EACH == EACH - 1);
}
END_TEST

START_TEST(a_rare_value_comes_one_time_in_n) {
    enum { N = 100000 };
    static int x[N];
    int found = 0;
    fill_values(x, NULL, ELEM_I32, N, 5, FILL_RARE, 7, 1000);
    for (int i = 0; i < N; i++) {
        ck_assert(x[i] == 0 || x[i] == 7);
        found += x[i] == 7;
    }
    ck_assert_int_gt(found, 60);
    ck_assert_int_lt(found, 140);
}
END_TEST

SUITE_OF(fill) {
    Suite *s = suite_create("fill");
    TCase *t = tcase_create("whole");
    tcase_add_loop_test(t, offsets_rise_from_zero_to_the_last, 0,
                        COUNT_OF(offset_rows));
    tcase_add_test(t, the_skew_says_how_unlike_rows_are);
    tcase_add_test(t, sorted_numbers_rise_within_their_bounds);
    tcase_add_test(t, a_permutation_has_each_number_once);
    tcase_add_loop_test(t, a_part_is_drawn_anew_and_the_whole_still_holds, 0,
                        COUNT_OF(wholes));
    tcase_add_test(t, special_has_every_kind_of_value);
    tcase_add_test(t, a_rare_value_comes_one_time_in_n);
    tcase_add_test(t, a_comb_is_larger_at_each_nth_element);
    suite_add_tcase(s, t);
    t = tcase_create("cases");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, repetitions_keep_row_pointers_whole, 0, 2);
    tcase_add_test(t, fixed_lengths_stay);
    tcase_add_test(t, a_window_has_one_as_large_as_any);
    suite_add_tcase(s, t);
    return s;
}
