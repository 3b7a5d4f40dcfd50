// Right and wrong elements, and the shapes of wrongness.
#include "gate/check/stages.h"
#include "gate/child/correct.h"
#include "gate/judge/compare.h"
#include "gate/judge/pattern.h"
#include "tests/tests.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- single elements

static const struct {
    const char *text;
    double want, got, bound;
    bool right;
} rows[] = {
    {"equal", 1, 1, 0, true},
    {"within the bound", 1, 1.5, 0.5, true},
    {"beyond the bound", 1, 1.6, 0.5, false},
    {"a NaN never passes", 1, NAN, 1e30, false},
    {"a NaN does not pass an infinite bound", 1, NAN, INFINITY, false},
    {"a NaN is right where one is expected", NAN, NAN, 0, true},
    {"a number is wrong where a NaN is expected", NAN, 1, 1e30, false},
    {"infinity is right where it is expected", INFINITY, INFINITY, 0, true},
    {"the other infinity is wrong", INFINITY, -INFINITY, INFINITY, false},
    {"infinity is wrong for a number", 1, INFINITY, 1e30, false},
    {"minus zero equals zero", 0, -0.0, 0, true},
};

START_TEST(an_element_is_judged) {
    ck_assert_msg(compare_element(rows[_i].want, rows[_i].got,
                                  rows[_i].bound) == rows[_i].right,
                  "%s", rows[_i].text);
}
END_TEST

START_TEST(an_ulp_is_the_spacing_at_the_expected_value) {
    Compare c = {.kind = COMPARE_ULP, .ulp = 2};
    ck_assert_double_eq(compare_bound(&c, ELEM_F32, 1, (Want){1, 0}), 0x1p-22);
    ck_assert_double_eq(compare_bound(&c, ELEM_F32, 1, (Want){0, 0}), 0x1p-148);
    ck_assert_double_eq(compare_bound(&c, ELEM_F64, 1, (Want){1, 0}), 0x1p-51);
}
END_TEST

START_TEST(an_output_may_have_a_closer_bound_of_its_own) {
    static const double close = 1e-6;
    const Arg lengths = {.type = ELEM_F32, .rtol = &close},
              outputs = {.type = ELEM_F32};
    ArgData own = {.arg = &lengths}, other = {.arg = &outputs};
    CaseData c = {.compare = {.kind = COMPARE_TOL, .rtol = 1e-3, .atol = 1}};
    ck_assert_double_eq(compare_bound_of(&c, &own, (Want){2, 0}), 1 + 2e-6);
    ck_assert_double_eq(compare_bound_of(&c, &other, (Want){2, 0}), 1 + 2e-3);
    c.compare.kind = COMPARE_EXACT; // of a timed case
    ck_assert_double_eq(compare_bound_of(&c, &own, (Want){2, 0}), 0);
}
END_TEST

// Sums of k products in random order, in single and in half precision: the
// model must take the one and refuse the other.
static float to_half(float x) { // round to 11 bits
    if (x == 0) return 0;
    int e = ilogbf(x);
    return ldexpf(rintf(ldexpf(x, 10 - e)), e - 10);
}

START_TEST(the_model_takes_single_and_refuses_half_precision) {
    static const int lengths[] = {1, 2, 3, 17, 100, 1000, 10000};
    int k = lengths[_i % 7];
    srand((unsigned)_i * 7919 + 1);
    Compare c = {.kind = COMPARE_MODEL, .model = "dot"};
    int half_right = 0, tries = 200;
    for (int t = 0; t < tries; t++) {
        double want = 0, square = 0;
        float forward = 0, pairs[2] = {0}, half = 0;
        for (int i = 0; i < k; i++) {
            float a = (float)rand() / (float)RAND_MAX * 2 - 1;
            float b = (float)rand() / (float)RAND_MAX * 2 - 1;
            want += (double)a * b;
            square += (double)a * a * ((double)b * b);
            forward += a * b;
            pairs[i & 1] = fmaf(a, b, pairs[i & 1]);
            half += to_half(a) * to_half(b);
        }
        double bound = compare_bound(&c, ELEM_F32, k, (Want){want, square});
        ck_assert_msg(compare_element(want, forward, bound), "k=%d", k);
        ck_assert_msg(compare_element(want, pairs[0] + pairs[1], bound),
                      "k=%d in two chains", k);
        half_right += compare_element(want, half, bound);
    }
    // One sum of 10 000 terms alone hides half precision now and then.
    ck_assert_msg(half_right < (k > 1000 ? tries / 2 : tries / 4),
                  "k=%d: %d of %d in half precision passed", k, half_right,
                  tries);
}
END_TEST

// ---- whole outputs

enum { ROWS = 7, COLS = 10, N = ROWS * COLS };

typedef struct Fixture {
    Arg arg[2];
    ArgData data[2];
    CaseData c;

    double want[N];
    float in[N], got[N];
    Arena arena;
} Fixture;

// out = 100 + index, in = index; got is right until a test spoils it.
static Fixture *fixture(void) {
    Fixture *f = calloc(1, sizeof *f);
    static Expr *shape[2];
    f->arg[0] = (Arg){.name = "in", .type = ELEM_F32, .is_pointer = true};
    f->arg[1] = (Arg){.name = "out",
                      .type = ELEM_F32,
                      .is_pointer = true,
                      .is_output = true,
                      .shape = shape,
                      .nshape = 2};
    for (int g = 0; g < 2; g++)
        f->data[g] = (ArgData){.arg = &f->arg[g],
                               .dims = {ROWS, COLS},
                               .count = N,
                               .bytes = sizeof f->got};
    for (int i = 0; i < N; i++) {
        f->in[i] = (float)i;
        f->want[i] = 100 + i;
        f->got[i] = (float)f->want[i];
    }
    f->data[0].in[0] = (unsigned char *)f->in;
    f->data[1].want[0] = f->want;
    f->c = (CaseData){
        .args = f->data, .nargs = 2, .sets = 1, .terms = 1, .poison = POISON};
    return f;
}

static CaseResult judge(Fixture *f) {
    CaseResult r = {0};
    int g = f->c.nargs - 1;
    compare_output(&f->arena, &f->c, 0, g, (unsigned char *)f->got, &r);
    return r;
}

static void done(Fixture *f) {
    arena_reset(&f->arena);
    free(f);
}

START_TEST(a_right_output_has_no_wrong_elements) {
    Fixture *f = fixture();
    CaseResult r = judge(f);
    ck_assert_int_eq(r.wrong, 0);
    ck_assert_int_eq(r.total, N);
    done(f);
}
END_TEST

// The part of the allowed error that right elements have; wrong ones have none.
START_TEST(what_rounding_spends_is_told) {
    Fixture *f = fixture();
    f->c.compare = (Compare){.kind = COMPARE_TOL, .rtol = 0, .atol = 0.5};
    ck_assert_double_eq(judge(f).spent, 0);
    f->got[7] += 0.25f;
    f->got[8] -= 0.375f;
    f->got[9] += 3;
    CaseResult r = judge(f);
    ck_assert_int_eq(r.wrong, 1);
    ck_assert_double_eq_tol(r.spent, 0.75, 1e-4);
    done(f);
}
END_TEST

START_TEST(a_mismatch_says_where_and_what) {
    Fixture *f = fixture();
    f->got[13] = 7;
    CaseResult r = judge(f);
    ck_assert_int_eq(r.wrong, 1);
    ck_assert_str_eq(r.first[0].where, "out[1][3]");
    ck_assert_double_eq(r.first[0].want, 113);
    ck_assert_double_eq(r.first[0].got, 7);
    ck_assert_str_eq(r.output, "out");
    done(f);
}
END_TEST

START_TEST(only_the_first_five_are_kept_but_all_are_counted) {
    Fixture *f = fixture();
    for (int i = 0; i < 9; i++)
        f->got[i * 5] += 1000 * (float)(i + 1);
    CaseResult r = judge(f);
    ck_assert_int_eq(r.wrong, 9);
    ck_assert_int_eq(r.nfirst, 5);
    done(f);
}
END_TEST

static bool is_at_border(int i) {
    int row = i / COLS, col = i % COLS;
    return row == 0 || row == ROWS - 1 || col == 0 || col == COLS - 1;
}

static void spoil(Fixture *f, Pattern p) {
    float poison;
    memset(&poison, POISON, sizeof poison);
    for (int i = 0; i < N; i++) {
        bool tail = i >= 64;
        switch (p) {
        case PATTERN_NEVER_WRITTEN: f->got[i] = poison; break;
        case PATTERN_ALL_ZERO:
            if (i % 7 == 2 || i % 7 == 3) f->got[i] = 0;
            break;
        case PATTERN_NAN_LOST:
            if (i % 5 == 1) f->want[i] = NAN;
            break;
        case PATTERN_INFINITE:
            if (i > 5) f->got[i] = INFINITY;
            break;
        case PATTERN_NOT_INFINITE:
            if (i % 5 == 1) f->want[i] = -INFINITY;
            break;
        case PATTERN_CONSTANT:
            if (i % 7 == 2 || i % 7 == 3) f->got[i] = 7.5f;
            break;
        case PATTERN_NEGATED: f->got[i] = -(float)f->want[i]; break;
        case PATTERN_MISPLACED: f->got[i] = (float)f->want[N - 1 - i]; break;
        case PATTERN_LAST_ONE: f->got[N - 1] = 5; break;
        case PATTERN_FIRST_ONE: f->got[0] = 5; break;
        case PATTERN_ONE_COLUMN:
            if (i % COLS == 3) f->got[i] = 5 + (float)(i * i % 11);
            break;
        case PATTERN_ONE_ROW:
            if (i / COLS == 2) f->got[i] = 5 + (float)(i * i % 11);
            break;
        case PATTERN_ZERO_LEFT:
            if (i % 7 == 2) f->want[i] = 0, f->got[i] = poison;
            break;
        case PATTERN_UNTOUCHED:
            f->in[i] = -5.0f - (float)i;
            if (i % 7 == 2) f->got[i] = f->in[i];
            break;
        case PATTERN_KEPT:
            f->in[i] = (float)f->want[i] + (float)(i % 7 != 2);
            if (i % 7 == 2) f->got[i] += 0.5f + (float)i;
            break;
        case PATTERN_NAN:
            if (i > 5) f->got[i] = NAN;
            break;
        case PATTERN_TRANSPOSED:
            f->got[i] = (float)f->want[(i % COLS) * ROWS + i / COLS];
            break;
        case PATTERN_INPUT_COPIED: f->got[i] = f->in[i]; break;
        case PATTERN_WHOLE:
            f->want[i] += 0.25;
            f->got[i] = (float)(i / 2);
            break;
        case PATTERN_TWICE: f->got[i] = 2 * (float)f->want[i]; break;
        case PATTERN_HALF_OF: f->got[i] = (float)f->want[i] / 2; break;
        case PATTERN_TIMES: f->got[i] = 4 * (float)f->want[i]; break;
        case PATTERN_INVERSE: f->got[i] = 1 / (float)f->want[i]; break;
        case PATTERN_FIRST_ONLY:
            if (i >= 32) f->got[i] = poison;
            break;
        case PATTERN_ONE_FACTOR: f->got[i] = 1.7F * (float)f->want[i]; break;
        case PATTERN_ROW_FACTOR:
            f->got[i] = (float)f->want[i] * (2.3F + (float)(i / COLS));
            break;
        case PATTERN_FIRST_RIGHT:
            if (i > 0) f->got[i] = 5 + (float)(i * i % 11);
            break;
        case PATTERN_OFFSET:
            f->got[i] = (float)f->want[i] + 500 + (float)(i / COLS);
            break;
        case PATTERN_BORDER:
            if (is_at_border(i)) f->got[i] = 5 + (float)(i * i % 11);
            break;
        case PATTERN_INNER:
            if (!is_at_border(i)) f->got[i] = 5 + (float)(i * i % 11);
            break;
        case PATTERN_OFF_BY_ONE: f->got[i] = (float)f->want[(i + 1) % N]; break;
        case PATTERN_TAIL_UNWRITTEN:
            if (tail) f->got[i] = poison;
            break;
        case PATTERN_TAIL_ONLY:
            if (tail) f->got[i] = 5 + (float)(i * i % 11);
            break;
        case PATTERN_GAPS:
            if (i % 7 == 2 || i % 7 == 3) f->got[i] = poison;
            break;
        case PATTERN_EVERY_NTH:
            if (i % 8 == 3) f->got[i] = 5 + (float)(i * i % 11);
            break;
        case PATTERN_HALF: f->got[i] = to_half((float)f->want[i] + 0.3f); break;
        case PATTERN_ROUNDING:
            f->got[i] = nextafterf((float)f->want[i], 1e9f);
            break;
        default: break;
        }
    }
    if (p == PATTERN_OFF_BY_ONE) f->got[N - 1] = (float)f->want[N - 1];
    if (p == PATTERN_HALF)
        for (int i = 0; i < N; i++)
            f->want[i] += 0.3;
}

// Of two outputs, of changed inputs, of larger outputs: below.
static const int elsewhere[] = {
    PATTERN_OTHER_OUTPUT, PATTERN_SWAPPED_INPUT, PATTERN_CUT_SCALAR,
    PATTERN_BY_COLUMNS,   PATTERN_TILES_MOVED,   PATTERN_BEGINS_AGAIN,
    PATTERN_BLOCK_EDGES,  PATTERN_CHANGED_INPUT, PATTERN_TIMES_INDEX,
    PATTERN_ONE_MORE,     PATTERN_TOTAL,         PATTERN_RATIO,
    PATTERN_SCALED,       PATTERN_FLOATS,        PATTERN_ROW_CUT,
    PATTERN_ONE_THREAD,   PATTERN_UNSORTED,      PATTERN_BELOW,
};

START_TEST(a_pattern_is_named) {
    if (_i == PATTERN_RACE || _i == PATTERN_BLOCK_ORDER ||
        _i == PATTERN_LANES_TOGETHER || _i == PATTERN_LANE_ORDER)
        return; // two runs tell them: gate/check/cases.c
    for (size_t i = 0; i < COUNT_OF(elsewhere); i++)
        if (_i == elsewhere[i]) return;
    Fixture *f = fixture();
    if (_i == PATTERN_UNTOUCHED || _i == PATTERN_KEPT) {
        f->arg[1].is_inout = true; // in is what out held before
        f->data[1].in[0] = (unsigned char *)f->in;
        f->c.args++;
        f->c.nargs--;
    }
    spoil(f, (Pattern)_i);
    CaseResult r = judge(f);
    ck_assert_ptr_nonnull(r.pattern);
    ck_assert_str_eq(r.pattern, pattern_info[_i].name);
    done(f);
}
END_TEST

// Divided by one less than there are: the size is named.
START_TEST(a_factor_that_a_size_gives_is_named) {
    static Expr rows_ = {.text = "rows"}, cols_ = {.text = "cols"};
    static Expr *shape[2] = {&rows_, &cols_};
    Fixture *f = fixture();
    f->arg[0].shape = shape;
    f->arg[0].nshape = 2;
    for (int i = 0; i < N; i++)
        f->got[i] = (float)(f->want[i] * COLS / (COLS - 1));
    CaseResult r = judge(f);
    ck_assert_str_eq(r.pattern, "ratio");
    ck_assert_str_eq(r.about[PATTERN_RATIO], "cols / (cols - 1)");
    for (int i = 0; i < N; i++)
        f->got[i] = (float)(f->want[i] * 1.7);
    r = judge(f);
    ck_assert_uint_eq(r.patterns & pattern_bit(PATTERN_RATIO), 0);
    // No size gives it, and no row has one of its own.
    ck_assert_uint_ne(r.patterns & pattern_bit(PATTERN_ONE_FACTOR), 0);
    for (int i = 0; i < N; i++)
        f->got[i] = (float)(f->want[i] * (1.7 + 0.01 * (i / COLS)));
    r = judge(f);
    ck_assert_uint_eq(r.patterns & pattern_bit(PATTERN_ONE_FACTOR), 0);
    ck_assert_ptr_nonnull(r.about[PATTERN_ROW_FACTOR]);
    done(f);
}
END_TEST

// A float argument that nobody used, or that was used twice.
START_TEST(a_factor_that_an_argument_gives_is_named) {
    Fixture *f = fixture();
    Arg scale = {.name = "scale", .type = ELEM_F32};
    ArgData at[3] = {{.arg = &scale}, f->data[0], f->data[1]};
    const float value = 0.125f;
    memcpy(&at[0].scalar, &value, sizeof value);
    f->c.args = at;
    f->c.nargs = 3;
    for (int i = 0; i < N; i++)
        f->got[i] = (float)(f->want[i] * 8);
    CaseResult r = judge(f);
    ck_assert_str_eq(r.pattern, "scaled");
    ck_assert_ptr_nonnull(
        strstr(r.about[PATTERN_SCALED], "divided by `scale`"));
    for (int i = 0; i < N; i++)
        f->got[i] = (float)(f->want[i] / 8);
    r = judge(f);
    ck_assert_ptr_nonnull(strstr(r.about[PATTERN_SCALED], "times `scale`"));
    for (int i = 0; i < N; i++)
        f->got[i] = (float)(f->want[i] * 0.875 * 0.875);
    r = judge(f);
    ck_assert_ptr_nonnull(
        strstr(r.about[PATTERN_SCALED], "times the square of 1 - `scale`"));
    for (int i = 0; i < N; i++)
        f->got[i] = (float)(f->want[i] * 4);
    r = judge(f);
    ck_assert_str_eq(r.pattern, "times");
    done(f);
}
END_TEST

enum { LROWS = 64, LCOLS = 96, LN = LROWS * LCOLS };

// An output of 64 x 96, or of 6144 in a row.
typedef struct Large {
    Arg arg[2];
    ArgData data[2];
    CaseData c;
    double want[2][LN];
    int32_t whole[LN];
    union {
        float f[LN];
        int32_t i[LN];
        double d[LN];
    } got;
    Arena arena;
} Large;

static Large *large(ElemType type, int nshape) {
    Large *f = calloc(1, sizeof *f);
    static Expr *shape[2];
    for (int g = 0; g < 2; g++) {
        f->arg[g] = (Arg){.name = g ? "other" : "out",
                          .type = type,
                          .is_pointer = true,
                          .is_output = true,
                          .shape = shape,
                          .nshape = nshape};
        f->data[g] = (ArgData){.arg = &f->arg[g],
                               .dims = {nshape == 2 ? LROWS : LN, LCOLS},
                               .count = LN,
                               .bytes = LN * (type == ELEM_F64 ? 8 : 4)};
        f->data[g].want[0] = type == ELEM_I32 ? (void *)f->whole : f->want[g];
    }
    for (int i = 0; i < LN; i++) {
        f->whole[i] = i;
        f->want[0][i] = 0.25 + i * 37 % 1009;
        f->want[1][i] = 0.125 - i * 53 % 2003;
        if (type == ELEM_I32)
            f->got.i[i] = i;
        else if (type == ELEM_F64)
            f->got.d[i] = f->want[0][i];
        else
            f->got.f[i] = (float)f->want[0][i];
    }
    f->c = (CaseData){.args = f->data,
                      .nargs = type == ELEM_I32 ? 1 : 2,
                      .sets = 1,
                      .terms = 1,
                      .poison = POISON};
    return f;
}

static void spoil_large(Large *f, Pattern p) {
    for (int i = 0; i < LN; i++) {
        int r = i / LCOLS, k = i % LCOLS, block = 256, at = i % block;
        switch (p) {
        case PATTERN_OTHER_OUTPUT: f->got.f[i] = (float)f->want[1][i]; break;
        case PATTERN_TILES_MOVED:
            f->got.f[i] = (float)f->want[0][r * LCOLS + (k + 32) % LCOLS];
            break;
        case PATTERN_BEGINS_AGAIN: f->got.i[i] = i % block; break;
        case PATTERN_TIMES_INDEX:
            if (i % 3 == 0) f->got.i[i] = i * i;
            break;
        case PATTERN_ONE_MORE:
            if (i % 3 == 0) f->got.i[i] = i + 1;
            break;
        case PATTERN_TOTAL:
            if (i % 9 == 2 && i + 5 < LN) f->got.i[i]++, f->got.i[i + 5]--;
            break;
        case PATTERN_FLOATS:
            f->want[0][i] += 0.1;
            f->got.d[i] = (float)f->want[0][i];
            break;
        case PATTERN_FIRST_ONLY:
            if (i >= block) memset(&f->got.f[i], POISON, 4);
            break;
        case PATTERN_BLOCK_EDGES:
            if (i > 4 && i < LN - 4 && (at < 4 || at >= block - 4))
                f->got.f[i] = 7.3F + (float)at;
            break;
        default: break;
        }
    }
}

static const struct {
    Pattern p;
    ElemType type;
    int nshape;
} larges[] = {
    {PATTERN_OTHER_OUTPUT, ELEM_F32, 1}, {PATTERN_TILES_MOVED, ELEM_F32, 2},
    {PATTERN_BEGINS_AGAIN, ELEM_I32, 1}, {PATTERN_FIRST_ONLY, ELEM_F32, 1},
    {PATTERN_BLOCK_EDGES, ELEM_F32, 1},  {PATTERN_TIMES_INDEX, ELEM_I32, 1},
    {PATTERN_ONE_MORE, ELEM_I32, 1},     {PATTERN_TOTAL, ELEM_I32, 1},
    {PATTERN_FLOATS, ELEM_F64, 1},
};

START_TEST(a_pattern_of_blocks_is_named) {
    Large *f = large(larges[_i].type, larges[_i].nshape);
    spoil_large(f, larges[_i].p);
    CaseResult r = {0};
    ck_assert(
        !compare_output(&f->arena, &f->c, 0, 0, (unsigned char *)&f->got, &r));
    ck_assert_ptr_nonnull(r.pattern);
    ck_assert_str_eq(r.pattern, pattern_info[larges[_i].p].name);
    if (larges[_i].p == PATTERN_OTHER_OUTPUT)
        ck_assert_str_eq(r.about[PATTERN_OTHER_OUTPUT], "other");
    arena_reset(&f->arena);
    free(f);
}
END_TEST

// A float that is huge has no fraction, and an infinity none either.
START_TEST(whole_numbers_have_a_size) {
    Fixture *f = fixture();
    for (int i = 0; i < N; i++) {
        f->want[i] += 0.25;
        f->got[i] = -4.3e8f * (float)(i + 1);
    }
    CaseResult r = judge(f);
    ck_assert_uint_eq(r.patterns & pattern_bit(PATTERN_WHOLE), 0);
    for (int i = 0; i < N; i++)
        f->got[i] = i % 2 ? INFINITY : (float)f->want[i];
    r = judge(f);
    ck_assert_uint_eq(r.patterns & pattern_bit(PATTERN_WHOLE), 0);
    ck_assert_uint_ne(r.patterns & pattern_bit(PATTERN_INFINITE), 0);
    for (int i = 0; i < N; i++) // where infinity is wanted, nothing is close
        f->want[i] = INFINITY, f->got[i] = (float)i;
    r = judge(f);
    ck_assert_uint_eq(r.patterns & pattern_bit(PATTERN_ROUNDING), 0);
    done(f);
}
END_TEST

// Two outputs of one element are alike by chance.
START_TEST(one_value_belongs_to_no_other_output) {
    Large *f = large(ELEM_F32, 1);
    f->data[0].count = f->data[1].count = 2;
    f->got.f[0] = (float)f->want[1][0];
    f->got.f[1] = (float)f->want[1][1];
    CaseResult r = {0};
    compare_output(&f->arena, &f->c, 0, 0, (unsigned char *)&f->got, &r);
    ck_assert_uint_eq(r.patterns & pattern_bit(PATTERN_OTHER_OUTPUT), 0);
    arena_reset(&f->arena);
    free(f);
}
END_TEST

// A case too small to tell leaves it to the others.
START_TEST(what_a_case_cannot_show_is_left_open) {
    Large *f = large(ELEM_F32, 1);
    f->data[0].count = 256 + 96;
    for (int i = 0; i < 96; i++)
        memset(&f->got.f[256 + i], POISON, 4);
    CaseResult r = {0};
    compare_output(&f->arena, &f->c, 0, 0, (unsigned char *)&f->got, &r);
    ck_assert_uint_ne(r.open & pattern_bit(PATTERN_FIRST_ONLY), 0);
    arena_reset(&f->arena);
    free(f);

    f = large(ELEM_F32, 2);
    for (int i = 0; i < LN; i++) { // one tile wrong, three never written
        int row = i / LCOLS, col = i % LCOLS;
        if (row < 32 && col < 32) f->got.f[i] = (float)f->want[0][i + 32];
        if (row >= 32) memset(&f->got.f[i], POISON, 4);
    }
    r = (CaseResult){0};
    compare_output(&f->arena, &f->c, 0, 0, (unsigned char *)&f->got, &r);
    ck_assert_uint_ne(r.open & pattern_bit(PATTERN_TILES_MOVED), 0);
    for (int i = 0; i < 32 * LCOLS; i++) // now two of three are elsewhere
        if (i % LCOLS >= 64) f->got.f[i] = (float)f->want[0][i - 32];
    r = (CaseResult){0};
    compare_output(&f->arena, &f->c, 0, 0, (unsigned char *)&f->got, &r);
    ck_assert_uint_ne(r.patterns & pattern_bit(PATTERN_TILES_MOVED), 0);
    arena_reset(&f->arena);
    free(f);
}
END_TEST

START_TEST(a_tail_that_begins_within_a_block_is_not_blamed_on_the_last_one) {
    Large *f = large(ELEM_F32, 1);
    for (int i = LN - 40; i < LN; i++)
        f->got.f[i] = 5.3F + (float)(i * i % 11);
    CaseResult r = {0};
    compare_output(&f->arena, &f->c, 0, 0, (unsigned char *)&f->got, &r);
    ck_assert_ptr_null(r.pattern);
    arena_reset(&f->arena);
    free(f);
}
END_TEST

START_TEST(a_single_wrong_element_in_the_middle_has_no_pattern) {
    Fixture *f = fixture();
    f->got[20] = 1;
    CaseResult r = judge(f);
    ck_assert_ptr_null(r.pattern);
    done(f);
}
END_TEST

START_TEST(neighbours_that_are_nearly_alike_are_not_off_by_one) {
    Fixture *f = fixture();
    for (int i = 0; i < N; i++) {
        f->want[i] = 1e6 + 0.0125 * i;
        f->got[i] = 1e6f;
    }
    CaseResult r = judge(f);
    ck_assert_int_gt(r.wrong, N / 2);
    ck_assert_str_eq(r.pattern, pattern_info[PATTERN_ROUNDING].name);
    done(f);
}
END_TEST

START_TEST(rounding_below_the_least_value_is_wrong) {
    static const double zero = 0;
    Fixture *f = fixture();
    for (int i = 0; i < N; i++)
        f->want[i] = f->got[i] = 1e-7 * i;
    f->c.compare = (Compare){.kind = COMPARE_TOL, .atol = 1e-4};
    f->got[7] = f->got[8] = -1e-6f;
    ck_assert_int_eq(judge(f).wrong, 0);
    f->arg[1].least = &zero;
    CaseResult r = judge(f);
    ck_assert_int_eq(r.wrong, 2);
    ck_assert_str_eq(r.pattern, pattern_info[PATTERN_BELOW].name);
    f->got[9] = -3;
    r = judge(f);
    ck_assert_int_eq(r.wrong, 3);
    ck_assert(!(r.patterns & pattern_bit(PATTERN_BELOW)));
    done(f);
}
END_TEST

// A limit that is applied in the wrong order gives one value everywhere.
START_TEST(a_constant_where_one_value_should_be_is_no_offset) {
    Fixture *f = fixture();
    for (int i = 0; i < N; i++) {
        f->want[i] = 0;
        f->got[i] = -3;
    }
    CaseResult r = judge(f);
    ck_assert_int_eq(r.wrong, N);
    ck_assert(!(r.patterns >> PATTERN_OFFSET & 1));
    done(f);
}
END_TEST

START_TEST(a_sentence_has_as_many_digits_as_it_takes) {
    Fixture *f = fixture();
    f->got[13] = nextafterf(113, 1e9f);
    CaseResult r = judge(f);
    ck_assert_str_eq(compare_says(&f->arena, &r),
                     "1 of 70 elements of 'out' are wrong; the first, "
                     "out[1][3], is 113.00001 instead of 113.");
    memset(&f->got[13], POISON, sizeof f->got[13]);
    r = judge(f);
    ck_assert_str_eq(compare_says(&f->arena, &r),
                     "1 of 70 elements of 'out' are wrong; the first, "
                     "out[1][3], was never written.");
    done(f);
}
END_TEST

START_TEST(integers_are_compared_by_their_bytes) {
    Fixture *f = fixture();
    uint64_t want[2] = {(1ull << 60) + 1, 5}, got[2] = {1ull << 60, 5};
    f->arg[1].type = ELEM_U64;
    f->arg[1].nshape = 1;
    f->data[1].count = 2;
    f->data[1].dims[0] = 2;
    f->data[1].want[0] = want;
    CaseResult r = {0};
    ck_assert(
        !compare_output(&f->arena, &f->c, 0, 1, (unsigned char *)got, &r));
    ck_assert_int_eq(r.wrong, 1);
    done(f);
}
END_TEST

START_TEST(a_nan_is_right_where_it_is_expected_unless_it_is_poison) {
    static const uint32_t nans[] = {0x7fc00000, 0xffc00000, 0x7fffffff,
                                    0x7f800001, 0xffffffff};
    Fixture *f = fixture();
    f->want[7] = NAN;
    for (size_t i = 0; i < COUNT_OF(nans); i++) {
        memcpy(&f->got[7], &nans[i], 4);
        CaseResult r = judge(f);
        bool poison = nans[i] == 0xffffffff;
        ck_assert_int_eq(r.wrong, poison);
        if (poison) ck_assert(r.first[0].got_poison);
    }
    f->c.poison = POISON_FINITE; // then no NaN is poison
    ck_assert_int_eq(judge(f).wrong, 0);
    memset(&f->got[7], POISON_FINITE, 4);
    CaseResult r = judge(f);
    ck_assert_int_eq(r.wrong, 1);
    ck_assert(r.first[0].got_poison);
    ck_assert_ptr_null(r.pattern ? strstr(r.pattern, "nan-lost") : NULL);
    done(f);
}
END_TEST

static const struct {
    double want;
    float got;
    bool right;
} overflows[] = {
    {1e39, INFINITY, true},   {-1e39, -INFINITY, true},
    {1e39, -INFINITY, false}, {1e39, FLT_MAX, false},
    {1e38, INFINITY, false},  {INFINITY, 1e38F, false},
    {1e39, NAN, false},       {-INFINITY, -INFINITY, true},
};

START_TEST(what_is_too_large_for_a_float_is_an_infinity) {
    static const Compare how[] = {
        {.kind = COMPARE_EXACT},
        {.kind = COMPARE_ULP, .ulp = 2},
        {.kind = COMPARE_TOL, .rtol = 1e-5},
        {.kind = COMPARE_MODEL, .model = "sum"},
    };
    Fixture *f = fixture();
    f->want[7] = overflows[_i].want;
    f->got[7] = overflows[_i].got;
    for (size_t i = 0; i < COUNT_OF(how); i++) {
        f->c.compare = how[i];
        ck_assert_msg(judge(f).wrong == !overflows[_i].right, "%g for %g, %zu",
                      (double)f->got[7], f->want[7], i);
    }
    done(f);
}
END_TEST

// On a GPU nobody counts the calls of a program: a fact that is true there for
// that reason alone is judged by the simulated device.
START_TEST(the_second_look_takes_traps_and_facts_but_no_numbers) {
    Fact facts[1] = {{0}};
    Arg args[] = {
        {.name = "out", .is_output = true},
        {.name = "facts", .is_output = true, .facts = facts, .nfacts = 1},
    };
    ArgData data[] = {{.arg = &args[0]}, {.arg = &args[1]}};
    const CaseData c = {.args = data, .nargs = 2};
    const CaseResult pass = {.verdict = VERDICT_PASS},
                     number = {.verdict = VERDICT_FAIL, .output = "out"},
                     fact = {.verdict = VERDICT_FAIL, .output = "facts"},
                     crash = {.verdict = VERDICT_CRASH};
    ck_assert(!second_look_decides(&c, &pass, 0));
    ck_assert(!second_look_decides(&c, &pass, 1)); // a note
    ck_assert(!second_look_decides(&c, &number, 0));
    ck_assert(second_look_decides(&c, &number, 1));
    ck_assert(second_look_decides(&c, &fact, 0));
    ck_assert(!second_look_decides(&c, &crash, 0));
}
END_TEST

// CUDA keeps the error of a kernel: the next thing that kata does for the
// program is refused, and the child says so instead of answering.
START_TEST(a_device_that_is_lost_between_calls_is_no_garbled_pipe) {
    const char text[] = "say:error\nkind:env\nmessage:filling the timed case: "
                        "an illegal memory access was encountered\n\n";
    Arena arena = {0};
    WireRest rest = {0};
    const Backend gpu = {.has_driver = true};
    Session s = {
        .arena = &arena, .backend = &gpu, .result = {.status = RUN_PROTOCOL}};
    ck_assert(wire_feed(&rest, text, strlen(text)));
    ck_assert_int_eq(wire_take(&rest, &s.in), WIRE_OK);
    const CaseData c = {.name = "n=4"};
    const CallResult dead = {.alive = false};
    CaseResult r = correct_call(&s, &c, &dead);
    ck_assert_int_eq(r.verdict, VERDICT_CRASH);
    ck_assert_str_eq(r.kind, "crash");
    ck_assert_ptr_nonnull(strstr(r.why, "an illegal memory access"));
    ck_assert_ptr_nonnull(strstr(r.why, "A kernel of a call before"));

    wire_clear(&s.in);
    ck_assert_str_eq(correct_call(&s, &c, &dead).kind, "protocol");
    wire_free(&s.in);
    wire_rest_free(&rest);
    arena_reset(&arena);
}
END_TEST

SUITE_OF(compare) {
    Suite *s = suite_create("compare");
    TCase *t = tcase_create("elements");
    tcase_add_loop_test(t, an_element_is_judged, 0, COUNT_OF(rows));
    tcase_add_test(t, an_ulp_is_the_spacing_at_the_expected_value);
    tcase_add_test(t, an_output_may_have_a_closer_bound_of_its_own);
    tcase_add_loop_test(t, the_model_takes_single_and_refuses_half_precision, 0,
                        21);
    suite_add_tcase(s, t);
    t = tcase_create("outputs");
    tcase_add_test(t, the_second_look_takes_traps_and_facts_but_no_numbers);
    tcase_add_test(t, a_device_that_is_lost_between_calls_is_no_garbled_pipe);
    tcase_add_test(t, a_right_output_has_no_wrong_elements);
    tcase_add_test(t, what_rounding_spends_is_told);
    tcase_add_test(t, a_mismatch_says_where_and_what);
    tcase_add_test(t, only_the_first_five_are_kept_but_all_are_counted);
    tcase_add_loop_test(t, a_pattern_is_named, 0, PATTERN_COUNT);
    tcase_add_loop_test(t, a_pattern_of_blocks_is_named, 0, COUNT_OF(larges));
    tcase_add_test(t, a_factor_that_a_size_gives_is_named);
    tcase_add_test(t, a_factor_that_an_argument_gives_is_named);
    tcase_add_test(t, whole_numbers_have_a_size);
    tcase_add_test(t, one_value_belongs_to_no_other_output);
    tcase_add_test(t, what_a_case_cannot_show_is_left_open);
    tcase_add_test(
        t, a_tail_that_begins_within_a_block_is_not_blamed_on_the_last_one);
    tcase_add_test(t, a_single_wrong_element_in_the_middle_has_no_pattern);
    tcase_add_test(t, neighbours_that_are_nearly_alike_are_not_off_by_one);
    tcase_add_test(t, rounding_below_the_least_value_is_wrong);
    tcase_add_test(t, a_constant_where_one_value_should_be_is_no_offset);
    tcase_add_test(t, a_sentence_has_as_many_digits_as_it_takes);
    tcase_add_test(t, integers_are_compared_by_their_bytes);
    tcase_add_test(t, a_nan_is_right_where_it_is_expected_unless_it_is_poison);
    tcase_add_loop_test(t, what_is_too_large_for_a_float_is_an_infinity, 0,
                        COUNT_OF(overflows));
    suite_add_tcase(s, t);
    return s;
}
