// paper/table: what programs print, as rows and columns.
#include "paper/table.h"
#include "tests/tests.h"

#include "base/vec.h"
#include "plan/parts.h"
#include "tests/tree.h"

#include <math.h>
#include <string.h>

static Arena arena;

static void teardown(void) {
    arena_reset(&arena);
}

static const char own[] = "# any words: here\n"
                          "# device: NVIDIA H200 (modelled)\n"
                          "# ranks: 4\n"
                          "# size   time busbw\n"
                          "NCCL version 2.28.3\n"
                          "    8   10.5  0.00\n"
                          " 4096   20    2.5\n"
                          "\n"
                          "# Avg bus bandwidth : 1.25\n";

// As nccl-tests prints it.
static const char nccl_tests[] =
    "# nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: "
    "5 iters: 20 agg iters: 1 validation: 1 graph: 0\n"
    "#\n"
    "# Using devices\n"
    "#  Rank  0 Group  0 Pid    71 on  somewhere device  0 [0000:0a:00] NVIDIA "
    "H100 80GB HBM3\n"
    "#  Rank  1 Group  0 Pid    71 on  somewhere device  1 [0000:18:00] NVIDIA "
    "H100 80GB HBM3\n"
    "#\n"
    "#                                    out-of-place              in-place\n"
    "#  size  count  type redop root  time algbw busbw #wrong  time algbw "
    "busbw "
    "#wrong\n"
    "#   (B) (elements)              (us) (GB/s) (GB/s)    (us) (GB/s) (GB/s)\n"
    "      8      2 float   sum   -1 11.50  0.00  0.00      0 11.40  0.00  "
    "0.00 "
    "     0\n"
    "     16      4 float   sum   -1 11.70  0.00  0.00    N/A 11.60  0.00  "
    "0.00 "
    "   N/A\n"
    "# Out of bounds values : 0 OK\n";

static double cell(const Printed *t, int row, const char *column) {
    int c = table_column(t, column);
    ck_assert_int_ge(c, 0);
    return t->cells[row * t->ncolumns + c];
}

START_TEST(a_table_has_names_rows_and_facts) {
    Printed t;
    char why[200];
    double v;
    ck_assert(table_read(&arena, str_of(own), &t, why));
    ck_assert_int_eq(t.rows, 2);
    ck_assert_int_eq(t.ncolumns, 3);
    ck_assert_str_eq(t.device, "NVIDIA H200 (modelled)");
    ck_assert(table_fact(&t, "ranks", &v) && v == 4);
    ck_assert(!table_fact(&t, "repetitions", &v));
    ck_assert_double_eq(cell(&t, 1, "busbw"), 2.5);
    ck_assert_int_eq(table_column(&t, "algbw"), -1);
}
END_TEST

START_TEST(nccl_tests_prints_one_too) {
    Printed t;
    char why[200];
    double v;
    ck_assert_msg(table_read(&arena, str_of(nccl_tests), &t, why), "%s", why);
    ck_assert_int_eq(t.rows, 2);
    ck_assert_str_eq(t.device, "NVIDIA H100 80GB HBM3");
    ck_assert(table_fact(&t, "ranks", &v) && v == 2);
    ck_assert(table_fact(&t, "repetitions", &v) && v == 20);
    ck_assert_double_eq(cell(&t, 0, "size"), 8);
    ck_assert_double_eq(cell(&t, 1, "time"), 11.70); // the first of two
    ck_assert(isnan(cell(&t, 1, "#wrong")));
}
END_TEST

START_TEST(names_of_a_table_have_a_prefix) {
    Printed t;
    char why[200];
    Env env = {0};
    ck_assert(table_read(&arena, str_of(own), &t, why));
    table_names(&arena, &t, "a_", &env);
    ck_assert_double_eq(env_find(&env, "a_rows")->d, 2);
    ck_assert_double_eq(env_find(&env, "a_ranks")->d, 4);
    ck_assert_double_eq(env_find(&env, "a_time_first")->d, 10.5);
    ck_assert_double_eq(env_find(&env, "a_time_last")->d, 20);
    ck_assert_double_eq(env_find(&env, "a_size_max")->d, 4096);
    ck_assert_double_eq(env_find(&env, "a_busbw_min")->d, 0);
    ck_assert_ptr_null(env_find(&env, "time"));
    table_row_names(&arena, &t, 1, &env);
    ck_assert_double_eq(env_find(&env, "time")->d, 20);
    vec_free(&env);
}
END_TEST

static const struct {
    const char *text, *why;
} refused[] = {
    {"", "no row"},
    {"# size time\nno numbers at all\n", "no row"},
    {"8 10\n", "the line of comment"}, // no names
    {"# size time\n8 10\n16 20 30\n", "more or fewer"},
    {"# (B) (us)\n8 10\n", "the line of comment"}, // units, no names
};

START_TEST(what_is_no_table_says_why) {
    Printed t;
    char why[200] = "";
    ck_assert(!table_read(&arena, str_of(refused[_i].text), &t, why));
    ck_assert_msg(strstr(why, refused[_i].why), "%s", why);
}
END_TEST

// ---- in exercise.yaml

static const struct {
    const char *yaml, *says; // after the parts
} broken[] = {
    {"tables: [{name: a-b, make: m, columns: [x], device: A}]",
     "'a-b' cannot be a name"},
    {"tables: [{name: a, columns: [x], device: A}]", "make"},
    {"tables: [{name: a, make: m, columns: [x], device: A, holds: [{id: i, "
     "say: s}]}]",
     "a rule needs each: or that:"},
    {"tables: [{name: a, make: m, columns: [x], device: A, marks: [1]}]",
     "marks: takes a map"},
    {"figures: [{part: A, ask: b, value: x, unit: us}]", "within"},
};

START_TEST(a_broken_table_is_named) {
    Tree tree = {0};
    Err err = {0};
    tree_open(&tree);
    tree_write(&tree, "exercises/a/b/exercise.yaml",
               arena_fmt(&tree.arena,
                         "format: 1\ntitle: t\nkind: report\nparts: [A]\n%s\n",
                         broken[_i].yaml));
    ck_assert_ptr_null(exercise_load(
        &tree.arena, tree_path(&tree, "exercises/a/b/exercise.yaml"), &err));
    bool told = false;
    for (const Err *e = &err; e; e = e->next)
        told |= strstr(e->msg, broken[_i].says) != NULL;
    ck_assert_msg(told, "%s", err.msg);
    err_clear(&err);
    tree_close(&tree);
}
END_TEST

SUITE_OF(table) {
    Suite *s = suite_create("table");
    TCase *t = tcase_create("table");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, a_table_has_names_rows_and_facts);
    tcase_add_test(t, nccl_tests_prints_one_too);
    tcase_add_test(t, names_of_a_table_have_a_prefix);
    tcase_add_loop_test(t, what_is_no_table_says_why, 0, COUNT_OF(refused));
    tcase_add_loop_test(t, a_broken_table_is_named, 0, COUNT_OF(broken));
    suite_add_tcase(s, t);
    return s;
}
