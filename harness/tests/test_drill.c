// paper/drill: which exercises are drawn, and when a drill counts. cli/folder:
// whose text it is.
#include "cli/folder/drills.h"
#include "paper/drill.h"
#include "tests/tests.h"

#include <string.h>

enum { MINUTE = 60, DAY = 24 * 60 * MINUTE };

static Arena arena;

static void teardown(void) {
    arena_reset(&arena);
}

static const char *ids[] = {"a", "b", "c", "d", "e", "f", NULL};

START_TEST(a_seed_draws_different_ones_and_always_the_same) {
    ProjectNeed n = {.drill = ids, .draw = 3};
    bool differ = false;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const char **got = drill_draw(&arena, &n, seed);
        const char **again = drill_draw(&arena, &n, seed);
        const char **other = drill_draw(&arena, &n, seed + 1);
        for (int i = 0; i < 3; i++) {
            ck_assert_str_eq(got[i], again[i]);
            differ |= strcmp(got[i], other[i]) != 0;
            for (int k = 0; k < i; k++)
                ck_assert_str_ne(got[i], got[k]);
        }
        ck_assert_ptr_null(got[3]);
    }
    ck_assert(differ);
    n.draw = 0; // all
    ck_assert_ptr_nonnull(drill_draw(&arena, &n, 1)[5]);
    ck_assert_ptr_null(drill_draw(&arena, &n, 1)[6]);
    n.draw = 9;
    ck_assert_ptr_null(drill_draw(&arena, &n, 1)[6]);
}
END_TEST

// A plan of one exercise that takes an hour.
static Exercise hour = {.id = "a", .minutes = 60};

typedef struct Row {
    Drill d[2]; // newest first
    int n;
    const char *kind; // NULL: it counts
} Row;

enum { T = 100 * DAY };
#define GOOD                                                                   \
    { .passed = T - 7 * DAY, .begun = T, .solved = T + 30 * MINUTE }

static const Row rows[] = {
    {.n = 0, .kind = "not-begun"},
    {{GOOD}, 1, NULL},
    {{{.begun = T, .solved = T + MINUTE}}, 1, "new"},
    {{{.passed = T - 7 * DAY + 1, .begun = T, .solved = T + 1}}, 1, "new"},
    {{{.passed = 1, .begun = T}}, 1, "unsolved"},
    {{{.passed = 1, .begun = T, .solved = T + 31 * MINUTE}}, 1, "slow"},
    {{{.passed = 1, .begun = T, .solved = T + 1, .same = "attempt 1"}},
     1,
     "copied"},
    {{{.passed = 1, .begun = T, .solved = T + 1, .helped = 1}}, 1, "helped"},
    {{{.passed = 1, .begun = T}, GOOD}, 2, NULL}, // an older one is right
    {{{.passed = 1, .begun = T}, {.begun = 1}}, 2, "unsolved"},
};

static bool find(void *ctx, Arena *a, const Exercise *ex, int i, Drill *out) {
    const Row *row = ctx;
    (void)a;
    ck_assert_str_eq(ex->id, "a");
    if (i >= row->n) return false;
    *out = row->d[i];
    return true;
}

START_TEST(a_drill_counts_if_all_of_it_is_right) {
    Row row = rows[_i];
    Exercise *all[] = {&hour};
    Plan plan = {.exercises = all, .nexercises = 1};
    map_set(&plan.by_id, "a", &hour);
    PaperRecord rec = {.ctx = &row, .drill = find};
    PaperRequest q = {.plan = &plan, .record = &rec};
    ProjectNeed n = {.drill = ids, .days = 7, .limit = 0.5};
    const char *kind = NULL, *said = NULL;
    const char *why = drill_judge(&q, &arena, &n, "a", &kind, &said);
    ck_assert_msg(!why == !row.kind, "%s", why ? why : "it counts");
    if (why)
        ck_assert_str_eq(kind, row.kind);
    else
        ck_assert_str_eq(said, "30 of 30 minutes");
    ck_assert_ptr_nonnull(drill_judge(&q, &arena, &n, "none", &kind, &said));
    ck_assert_str_eq(kind, "unknown");
    map_free(&plan.by_id);
}
END_TEST

static bool same(const char *a, const char *b) {
    return drills_same_text(a, strlen(a), b, strlen(b));
}

START_TEST(spaces_make_no_text_of_ones_own) {
    ck_assert(same("", " \n"));
    ck_assert(same("int a;\n", "  int\n\ta ;"));
    ck_assert(same("inta;", "int a;")); // no program is both
    ck_assert(!same("int a;", "int b;"));
    ck_assert(!same("int a;", "int a; int b;"));
    ck_assert(!same("int a; int b;", "int a;"));
}
END_TEST

SUITE_OF(drill) {
    Suite *s = suite_create("drill");
    TCase *t = tcase_create("all");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, a_seed_draws_different_ones_and_always_the_same);
    tcase_add_loop_test(t, a_drill_counts_if_all_of_it_is_right, 0,
                        COUNT_OF(rows));
    tcase_add_test(t, spaces_make_no_text_of_ones_own);
    suite_add_tcase(s, t);
    return s;
}
