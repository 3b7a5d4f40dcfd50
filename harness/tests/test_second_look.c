// gate/check/second_look: cases that have passed on a GPU run once more. The
// program is linked with a CUDA runtime over malloc; it knows by the
// environment which GPU is simulated.
#include "gate/check/stages.h"

#include "tests/fake_gpu.h"
#include "tests/tree.h"

#include <string.h>

static Tree tree;
static Arena arena;
static Err err;

static void setup(void) {
    tree_open(&tree);
}

static void teardown(void) {
    err_clear(&err);
    arena_reset(&arena);
    tree_close(&tree);
}

static void plus_one(void **argv) {
    const float *in = *(float **)argv[0];
    double *out = *(double **)argv[1];
    for (int i = 0; i < *(int *)argv[2]; i++)
        out[i] = (double)in[i] + 1;
}

// mode: fixtures/entry.c.
static Exercise *load(int mode, const char *model) {
    char *yaml = arena_fmt(
        &arena,
        "format: 1\ntitle: T\nkind: program\nfile: t.cu\n"
        "entry: void t(const float *in, float *out, int n, int mode)\n"
        "functions: [void f(int n)]\n"
        "args: {in: {shape: [n]}, out: {shape: [n], output: true}}\n"
        "compare: exact\n"
        "cases: [{n: 3, mode: %d}, {n: 5, mode: %d%s}]\n",
        mode, mode, model);
    Exercise *ex = exercise_load(
        &arena, tree_write(&tree, "exercises/a/t/exercise.yaml", yaml), &err);
    ck_assert_msg(ex, "%s", err.msg);
    return ex;
}

static void look(int mode, const char *model, CheckResult *res) {
    CheckRequest q = {.file = "t.cu"};
    res->backend = &backend_gpu;
    Check k = {
        .q = &q,
        .res = res,
        .a = &arena,
        .ex = load(mode, model),
        .model = "h100",
        .lock = {.fd = -1},
        .ref = {.all = plus_one},
        .simulated = {.wanted = true, .build = {.binary = fake_gpu_program}}};
    ck_assert_msg(scratch_open(&k.scratch, &arena, tree.root, "look", &err),
                  "%s", err.msg);
    ck_assert_msg(stage_draw(&k, &err), "%s", err.msg);
    ck_assert_msg(stage_simulated(&k, &err), "%s", err.msg);
    ck_assert_str_eq(k.model, "h100");
    for (int i = 0; i < k.ncases; i++)
        case_drop(&k.cases[i]);
    scratch_close(&k.scratch);
}

// On the machine's GPU it is right; a case of another GPU's model says more.
START_TEST(a_case_of_a_model_runs_on_that_model) {
    CheckResult res = {0};
    look(15, ", model: b200", &res);
    ck_assert_int_eq(res.verdict, VERDICT_FAIL);
    ck_assert_int_eq(res.ncases, 1);
    ck_assert_str_eq(res.cases[0].kind, "mismatch");
    ck_assert_ptr_nonnull(strstr(res.cases[0].name, "n=5"));
    ck_assert_ptr_nonnull(strstr(res.note, "B200"));
}
END_TEST

START_TEST(what_is_right_on_the_model_goes_on) {
    CheckResult res = {0};
    look(0, ", model: b200", &res);
    ck_assert_int_eq(res.verdict, VERDICT_NONE);
}
END_TEST

START_TEST(without_a_case_of_a_model_numbers_are_the_gpus) {
    CheckResult res = {0};
    look(1, "", &res); // stores nothing
    ck_assert_int_eq(res.verdict, VERDICT_NONE);
}
END_TEST

SUITE_OF(second_look) {
    Suite *s = suite_create("second_look");
    TCase *t = tcase_create("models");
    tcase_set_timeout(t, 120);
    tcase_set_tags(t, "fork");
    tcase_add_unchecked_fixture(t, fake_gpu_compile, fake_gpu_remove);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_case_of_a_model_runs_on_that_model);
    tcase_add_test(t, what_is_right_on_the_model_goes_on);
    tcase_add_test(t, without_a_case_of_a_model_numbers_are_the_gpus);
    suite_add_tcase(s, t);
    return s;
}
