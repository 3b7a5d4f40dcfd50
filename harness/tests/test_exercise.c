// plan/exercise: one exercise.yaml, read whole or told all that is wrong.
#include "base/hash.h"
#include "base/str.h"
#include "plan/plan.h"
#include "plan/yaml.h"
#include "tests/tests.h"
#include "tests/tree.h"

static Tree tree;
static Arena arena;
static Err err;

static void setup(void) {
    tree_open(&tree);
}

static void teardown(void) {
    arena_reset(&arena);
    err_clear(&err);
    tree_close(&tree);
}

static Exercise *load(const char *yaml) {
    char *path =
        tree_write(&tree, "exercises/memory/transpose/exercise.yaml", yaml);
    return exercise_load(&arena, path, &err);
}

// What every exercise needs, before and behind the lines of a test.
#define HEAD                                                                   \
    "format: 1\n"                                                              \
    "title: T\n"                                                               \
    "kind: cuda\n"                                                             \
    "file: t.cu\n"
#define ENTRY                                                                  \
    "entry: void t(const float *in, float *out, int n)\n"                      \
    "args: {in: {shape: [n]}, out: {shape: [n], output: true}}\n"
#define CASES      "cases: [{n: 3}]\n"
#define EXACT      "compare: exact\n"
#define WITH(more) HEAD ENTRY CASES EXACT more

static const char whole[] =
    "format: 1\n"
    "title: Matrix transpose\n"
    "kind: cuda\n"
    "blurb: Rows into columns.\n"
    "minutes: 60\n"
    "needs: [coalescing]\n"
    "teaches: [coalescing, shared memory]\n"
    "covers: bootcamp-104\n"
    "file: transpose.cu\n"
    "entry: void transpose(const float *in, float *out, int rows,\n"
    "  int cols, float a, unsigned k, unsigned char *flags);\n"
    "args:\n"
    "  in:  {shape: [rows, cols], fill: uniform(-1, max(1, 2))}\n"
    "  out: {shape: [cols, rows], output: true}\n"
    "  a: {fill: uniform(-2, 2)}\n"
    "  k: {value: rows % 7}\n"
    "  flags: {shape: 4, inout: yes}\n"
    "cases:\n"
    "  - {rows: 1, cols: 1}\n"
    "  - {rows: random(1, 600), cols: rows + 1, times: 5, name: odd}\n"
    "  - {rows: 2, cols: 3, fills: {in: ternary}}\n"
    "compare: {rtol: 1e-5, atol: 1e-6}\n"
    "measure: {rows: 8K, cols: 8192, bytes: 8 * rows * cols,\n"
    "          flops: rows, access: copy, sim: {rows: 1K}}\n"
    "gates:\n"
    "  - {metric: bandwidth, of: copy, at_least: 80%}\n"
    "  - {metric: bank_conflicts, at_most: 0.05, per: request, on: sim}\n"
    "  - {metric: speedup, over: naive, at_least: 3}\n"
    "medals: {gold: {bandwidth: 97%}, silver: {bandwidth: 90%}}\n"
    "hints:\n"
    "  - Which access jumps?\n"
    "  - {when: bank_conflicts, say: \"Pad it.\"}\n"
    "starts: passing\n"
    "limits: {seconds: 2.5}\n";

START_TEST(a_whole_exercise_is_read) {
    Exercise *ex = load(whole);
    ck_assert_msg(ex, "%d:%d: %s", err.loc.line, err.loc.col, err.msg);
    ck_assert_str_eq(ex->id, "transpose");
    ck_assert_str_eq(ex->topic, "memory");
    ck_assert_str_eq(ex->sol, tree_path(&tree, "solutions/memory/transpose"));
    ck_assert_str_eq(ex->title, "Matrix transpose");
    ck_assert_int_eq(ex->kind, KIND_CUDA);
    ck_assert_int_eq(ex->minutes, 60);
    ck_assert_str_eq(ex->teaches[1], "shared memory");
    ck_assert_ptr_null(ex->teaches[2]);
    ck_assert_str_eq(ex->covers[0], "bootcamp-104");
    ck_assert_str_eq(ex->entry, "transpose");
    ck_assert(ex->passes_as_shipped);
    ck_assert_double_eq(ex->seconds, 2.5);
    ck_assert_int_eq(ex->nhints, 2);
    ck_assert_ptr_null(ex->hints[0].when);
    ck_assert_str_eq(ex->hints[1].when, "bank_conflicts");
}
END_TEST

START_TEST(arguments_know_type_shape_and_role) {
    Exercise *ex = load(whole);
    ck_assert_ptr_nonnull(ex);
    ck_assert_int_eq(ex->nargs, 7);
    const Arg *in = &ex->args[0], *out = &ex->args[1], *a = &ex->args[4],
              *k = &ex->args[5], *flags = &ex->args[6];
    ck_assert(in->is_pointer && in->is_const && !in->is_output);
    ck_assert_int_eq(in->nshape, 2);
    ck_assert_str_eq(in->shape[1]->text, "cols");
    ck_assert_int_eq(in->fill.kind, FILL_UNIFORM);
    ck_assert_str_eq(in->fill.a->text, "-1");
    ck_assert_str_eq(in->fill.b->text, " max(1, 2)");
    ck_assert(out->is_output && !out->is_const);
    ck_assert(!a->is_pointer && a->has_fill && a->type == ELEM_F32);
    ck_assert(k->value && k->type == ELEM_U32);
    ck_assert(flags->is_inout && flags->type == ELEM_U8);
    ck_assert_int_eq(flags->fill.kind, FILL_INT);
    ck_assert_str_eq(flags->fill.a->text, "0");
}
END_TEST

START_TEST(cases_gates_and_medals_are_read) {
    Exercise *ex = load(whole);
    ck_assert_ptr_nonnull(ex);
    ck_assert_int_eq(ex->ncases, 3);
    ck_assert_int_eq(ex->cases[0].times, 1);
    ck_assert_int_eq(ex->cases[1].times, 5);
    ck_assert_str_eq(ex->cases[1].name, "odd");
    ck_assert_int_eq(ex->cases[1].nvars, 2);
    ck_assert_int_eq(ex->cases[2].nfills, 1);
    ck_assert_int_eq(ex->cases[2].fills[0].fill.kind, FILL_TERNARY);

    ck_assert_int_eq(ex->compare.kind, COMPARE_TOL);
    ck_assert_double_eq(ex->compare.rtol, 1e-5);

    ck_assert_int_eq(ex->ngates, 3);
    ck_assert(ex->gates[0].at_least && ex->gates[0].bound == 0.8);
    ck_assert(!ex->gates[1].at_least && ex->gates[1].bound == 0.05);
    ck_assert_str_eq(ex->gates[1].on, "sim");
    ck_assert_str_eq(ex->gates[2].over, "naive");

    ck_assert_int_eq(ex->nmedals, 2);
    ck_assert_str_eq(ex->medals[0].name, "silver");
    ck_assert_double_eq(ex->medals[0].gates[0].bound, 0.9);
    ck_assert_str_eq(ex->medals[0].gates[0].of, "copy");
    ck_assert(ex->medals[0].gates[0].at_least);
}
END_TEST

// A medal moves the bound that comes first; the other one holds all the same.
START_TEST(a_medal_has_the_direction_of_its_metrics_first_gate) {
    Exercise *ex = load(WITH("gates:\n"
                             "  - {metric: registers, at_most: 16}\n"
                             "  - {metric: registers, at_least: 8}\n"
                             "medals: {gold: {registers: 8}}\n"));
    ck_assert_msg(ex, "%s", err.msg);
    ck_assert_int_eq(ex->ngates, 2);
    ck_assert_int_eq(ex->medals[0].ngates, 1);
    ck_assert(!ex->medals[0].gates[0].at_least);
    ck_assert_double_eq(ex->medals[0].gates[0].bound, 8);
}
END_TEST

START_TEST(sim_replaces_measured_variables_of_the_same_name) {
    Exercise *ex = load(whole);
    ck_assert_ptr_nonnull(ex);
    const Measure *m = &ex->measure;
    Env env = {0};
    Num bytes;
    ck_assert_int_eq(m->nsim_vars, 2);
    ck_assert(plan_draw(m->sim_vars, m->nsim_vars, NULL, &env, &err));
    ck_assert(expr_eval(m->bytes, &env, NULL, &bytes, &err));
    ck_assert_int_eq(bytes.i, 8 * 1024 * 8192);
    free(env.at);
}
END_TEST

START_TEST(sampled_replaces_what_a_gpu_measures) {
#define SAMPLED(sizes, on)                                                     \
    WITH("measure: {n: 64M, bytes: 8 * n, access: copy, sim: {n: 1M}, "        \
         "sampled: " sizes "}\n"                                               \
         "gates: [{metric: bandwidth, of: copy, at_least: 50%" on "}]\n")
    Exercise *ex = load(SAMPLED("{n: 16M}", ""));
    ck_assert_msg(ex, "%s", err.msg);
    const Measure *m = &ex->measure;
    Env env = {0};
    ck_assert_int_eq(m->nsampled_vars, 1);
    ck_assert(plan_draw(m->sampled_vars, m->nsampled_vars, NULL, &env, &err));
    ck_assert_double_eq(env_find(&env, "n")->d, 16 << 20);
    free(env.at);
    ex = load(SAMPLED("{}", ", on: sim"));
    ck_assert_msg(ex, "%s", err.msg);
    ck_assert_int_eq(ex->measure.nsampled_vars, 1); // the GPU's own
    ck_assert_ptr_null(load(SAMPLED("{m: 4}", "")));
    ck_assert_ptr_null(load(SAMPLED("{n: 16M}", ", on: gpu")));
}
END_TEST

START_TEST(whole_numbers_may_be_summed_exactly) {
    Exercise *ex =
        load(WITH("measure: {n: 9, fills: {in: ternary}, exact: true}\n"));
    ck_assert_ptr_nonnull(ex);
    ck_assert(ex->measure.exact);
    ck_assert(!load(WITH("measure: {n: 9}\n"))->measure.exact);
}
END_TEST

START_TEST(a_spike_may_be_larger_than_the_way_to_the_next) {
    ck_assert_ptr_nonnull(
        load(WITH("measure: {n: 9, fills: {in: 'comb(1e39, 4)'}}\n")));
    ck_assert_ptr_null(
        load(WITH("measure: {n: 9, fills: {in: 'comb(0, 0)'}}\n")));
}
END_TEST

START_TEST(a_later_variable_may_use_an_earlier_one) {
    Exercise *ex = load(whole);
    ck_assert_ptr_nonnull(ex);
    Env env = {0};
    Rng rng;
    rng_seed(&rng, 3);
    ck_assert(plan_draw(ex->cases[1].vars, 2, &rng, &env, &err));
    ck_assert_int_eq(env_find(&env, "cols")->i, env_find(&env, "rows")->i + 1);
    free(env.at);
}
END_TEST

START_TEST(three_errors_of_a_file_are_three_errors) {
    ck_assert_ptr_null(
        load("format: 1\n"
             "titel: T\n"
             "kind: cuda\n"
             "file: t.cu\n"
             "entry: void t(const float *in, float *out, int n)\n"
             "args:\n"
             "  in:  {shap: [n], shape: [n]}\n"
             "  out: {shape: [n +], output: true}\n"
             "cases: [{n: 3}]\n"
             "compare: exact\n"));
    ck_assert_int_eq(err_count(&err), 3);
    const Err *e = &err;
    ck_assert_str_eq(e->msg, "'titel' is no key of an exercise");
    ck_assert(str_starts(e->hint, "did you mean 'title'? allowed keys: "));
    ck_assert_int_eq(e->loc.line, 2);
    ck_assert_str_eq(e->source, "titel: T");
    e = e->next;
    ck_assert_str_eq(e->msg, "'shap' is no key of the argument 'in'");
    ck_assert_str_eq(e->hint, "did you mean 'shape'? allowed keys: shape, "
                              "fill, output, inout, value, memory, "
                              "facts, least, rtol");
    ck_assert_int_eq(e->loc.line, 7);
    ck_assert_int_eq(e->loc.col, 9);
    e = e->next;
    ck_assert_int_eq(e->loc.line, 8);
    ck_assert_int_eq(e->loc.col, 20);
    ck_assert_str_eq(e->source, "  out: {shape: [n +], output: true}");
}
END_TEST

typedef struct Wrong {
    const char *yaml;
    int line, col;
    const char *msg, *hint;
} Wrong;

#define WITH_ENTRY(decl, args)                                                 \
    HEAD "entry: " decl "\nargs: " args "\n" CASES EXACT

#define PROGRAM(functions, out)                                                \
    "format: 1\ntitle: T\nkind: program\nfile: t.cu\n"                         \
    "entry: void t(int *out, int n)\nfunctions: " functions                    \
    "\nargs: {out: " out "}\n" CASES EXACT

// clang-format off
static const Wrong wrongs[] = {
    {"format: 2\ntitle: T\nkind: reading\n", 1, 9, "format 2 is newer", "update kata"},
    {"format: 1\ntitle: T\nkind: cud\n", 3, 7, "'cud' is no kind", "did you mean 'cuda'? allowed: cuda, c, python"},
    {"format: 1\ntitle:\nkind: reading\n", 2, 7, "title: takes a text, not nothing", ""},
    {"format: 1\ntitle: [a]\nkind: reading\n", 2, 8, "title: takes a text, not a list", "quotes"},
    {"format:1\n", 1, 1, "an exercise is a map of keys and values, not a text", "space after the ':'"},
    {"- format: 1\n", 1, 1, "an exercise is a map of keys and values, not a list", "format, title"},
    {"format: 1\nkind: reading\n", 1, 1, "an exercise needs the key 'title'", "add 'title: ...'"},
    {HEAD ENTRY CASES, 1, 1, "kind cuda needs the key 'compare'", "add 'compare"},
    {HEAD ENTRY EXACT, 1, 1, "kind cuda needs the key 'cases'", ""},
    {HEAD CASES EXACT, 1, 1, "kind cuda needs the key 'entry'", ""},
    {WITH("minutes: soon\n"), 9, 10, "minutes: takes a whole number, not soon", "from 1"},
    {WITH("minutes: 0\n"), 9, 10, "minutes: takes a whole number", "from 1"},
    {WITH("file: x/t.cu\n"), 9, 1, "the key 'file' is there twice", "line 4"},
    {"format: 1\ntitle: T\nkind: reading\nfile: ../t.cu\n", 4, 7, "a file beside", ""},
    {WITH("starts: maybe\n"), 9, 9, "'maybe' is no starts", "failing, passing"},
    {WITH("limits: {seconds: -1}\n"), 9, 19, "cannot be given -1 seconds", "up to 600"},
    {WITH("limits: {second: 1}\n"), 9, 10, "'second' is no key of limits", "did you mean 'seconds'?"},
    {WITH("hints:\n  one\n  two\n"), 10, 3, "hints: takes a list, not a text", "'- '"},
    {WITH("hints: [{when: bank_conflict, say: x}]\n"), 9, 16, "nothing that a check can find", "did you mean 'bank_conflicts'?"},
    {WITH("hints:\n  - Look here: it jumps\n"), 10, 5, "'Look here' is no key of a hint", "needs quotes"},
    {WITH("hints: [{when: fail}]\n"), 9, 9, "a hint needs the key 'say'", ""},
    // entry
    {WITH_ENTRY("int t(const float *in)", "{}"), 5, 8, "an entry returns void", "declaration of C"},
    {WITH_ENTRY("void t(char *x)", "{}"), 5, 15, "'char' is no type", "signed char"},
    {WITH_ENTRY("void t(int n, size_t m)", "{}"), 5, 22, "'size_t' is no type", "unsigned long long"},
    {WITH_ENTRY("void t(float *x, __half n)", "{}"), 5, 25, "'n' is a __half by value", "take a float"},
    {WITH_ENTRY("void t(half2 *x)", "{}"), 5, 15, "'half2' is no type", "__half, __nv_bfloat16"},
    {WITH_ENTRY("void t(long n)", "{}"), 5, 15, "'long' is no type", "long long"},
    {WITH_ENTRY("void t(float4 *x)", "{}"), 5, 15, "'float4' is no type", "types: float, double"},
    {WITH_ENTRY("void t(float **x)", "{}"), 5, 22, "no pointers to pointers", ""},
    {WITH_ENTRY("void t(float *__restrict__ x)", "{}"), 5, 22, "'__restrict__' cannot stand", "leave it out"},
    {WITH_ENTRY("void t(int n, float n)", "{}"), 5, 22, "two parameters are named 'n'", ""},
    {WITH_ENTRY("void t(int)", "{}"), 5, 15, "a parameter has a type and a name", ""},
    {WITH_ENTRY("void t(int n", "{}"), 5, 20, "expected ',' or ')'", ""},
    {WITH_ENTRY("void t(int n) {}", "{}"), 5, 22, "something follows", ""},
    {WITH_ENTRY("void main(int n)", "{}"), 5, 13, "cannot be called 'main'", ""},
    {WITH_ENTRY("void t(const float *in, int n)", "{in: {shape: [n]}}"), 5, 8, "writes nothing that could be judged", "output: true"},
    // args
    {WITH_ENTRY("void t(const float *in, float *out, int n)", "{in: {shape: [n]}}"), 6, 7, "says nothing about 'out'", "out: {shape: [n], output: true}"},
    {WITH_ENTRY("void t(float *out, int n)", "{ou: {shape: [n]}, out: {shape: [n], output: true}}"), 6, 8, "no parameter 'ou'", "did you mean 'out'?"},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {output: true}}"), 6, 13, "'out' is a pointer and needs a shape", ""},
    {WITH_ENTRY("void t(float *x, float *out, int n)", "{x: {shape: [n]}, out: {shape: [n], output: true}}"), 6, 11, "'x' is not const", "const float *x"},
    {WITH_ENTRY("void t(const float *out, int n)", "{out: {shape: [n], output: true}}"), 6, 13, "'out' is const", "take const out"},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n], output: true, fill: normal}}"), 6, 13, "an output: it is poisoned", "inout"},
    {WITH("same_bits: often\n"), 9, 12, "same_bits: is true or false, not often", "yes and on"},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n], output: perhaps}}"), 6, 34, "output: is true or false, not perhaps", "yes and on"},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n], output: true}, n: {shape: [1]}}"), 6, 44, "'n' is no pointer", ""},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n], output: true}, n: {value: 1, fill: iota}}"), 6, 44, "a value and a fill", ""},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n, 1, 1, 1, 1], output: true}}"), 6, 21, "has 5 extents", "1 to 4"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: normal}}"), 6, 44, "makes real numbers, and io is int", "int(lo, hi)"},
    {WITH_ENTRY("void t(unsigned *io, int n)", "{io: {shape: [n], inout: true, fill: ternary}}"), 6, 44, "ternary holds -1", ""},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: int(3)}}"), 6, 44, "not how fill int is written", "int(-100, 100)"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: inta(1, 3)}}"), 6, 44, "'inta' is no fill", "did you mean 'int'?"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: int(1, 3 +)}}"), 6, 54, "ends where a number or a name", ""},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: offsets}}"), 6, 44, "not how fill offsets is written", "offsets(nnz), or offsets(nnz, 1)"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: 'offsets(1, 2, 3)'}}"), 6, 57, "expected an operator", ""},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: offsets(n / 2.0)}}"), 6, 52, "cannot rise to 1.5 (in this case, line 7)", "elements that they divide"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: offsets(2G)}}"), 6, 52, "cannot rise to 2.14748e+09", ""},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: 'offsets(9, 5)'}}"), 6, 55, "cannot be skewed by 5", "power law"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n - 2], inout: true, fill: offsets(9)}}"), 6, 56, "'io' has 1 elements: no row for 9 elements", "rows + 1"},
    {WITH_ENTRY("void t(float *io, int n)", "{io: {shape: [n], inout: true, fill: offsets(9)}}"), 6, 44, "offsets are whole numbers, and io is float", "const int *io"},
    {WITH_ENTRY("void t(signed char *io, int n)", "{io: {shape: [n * 43], inout: true, fill: permutation}}"), 5, 15, "'io' is too small a type for 0 to 128 (in this case, line 7)", "const int *io"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: special}}"), 6, 44, "special holds NaNs, and io is int", "int(lo, hi)"},
    {WITH_ENTRY("void t(float *io, int n)", "{io: {shape: [n], inout: true, fill: special(3)}}"), 6, 52, "special values cannot be 3 of 'io'", "special(10%)"},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n], output: true}, n: {fill: permutation}}"), 6, 51, "'permutation' fills an array, and n is one value", "int(lo, hi)"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: 'rare(9, n - 3)'}}"), 6, 52, "one element in 0 of 'io' (in this case, line 7)", "1 or more"},
    {WITH_ENTRY("void t(int *io, int n)", "{io: {shape: [n], inout: true, fill: int(n, 2)}}"), 6, 48, "goes from 3 down to 2 (in this case, line 7)", "smaller"},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n - 5], output: true}}"), 6, 22, "'n - 5' is -2: a size cannot be negative (in this case, line 7)", ""},
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n, 4G, 4G], output: true}}"), 6, 29, "too many elements", ""},
    // programs
    {WITH_ENTRY("void t(float *out, int n)", "{out: {shape: [n], output: true, memory: host}}"), 6, 13, "'out' is in memory of the host", "kind program"},
    {PROGRAM("[float f(int n)]", "{shape: [n], output: true, memory: hots}"), 7, 48, "'hots' is no memory", "did you mean 'host'?"},
    {PROGRAM("[float f]", "{shape: [n], output: true}"), 6, 12, "'float f' is no declaration of a function", "elapsed_ms"},
    {PROGRAM("[void t(int n)]", "{shape: [n], output: true}"), 6, 12, "'t' is the entry", ""},
    {PROGRAM("[float f(int n)]", "{shape: [n], output: true, facts: [a, b]}"), 7, 47, "facts: is a map of an id", "ended"},
    {PROGRAM("[float f(int n)]", "{shape: [n], output: true}") "hints: [{when: late, say: x}]\n", 10, 16, "'late' is nothing that a check can find", ""},
    {WITH("forbids: [cub, asm]\n"), 9, 10, "does not know how to find 'asm'", "reduce.h"},
    {"format: 1\ntitle: T\nkind: c\nfile: t.c\n" ENTRY CASES EXACT "forbids: [asm, immintrin.h]\n", 9, 10, "does not know how to find 'immintrin.h'", "vector_size"},
    {PROGRAM("[float f(int n)]", "{shape: [n], output: true}") "libraries: [cufft]\n", 10, 12, "'cufft' is no library that kata links", "cublas"},
    {PROGRAM("[float f(int n)]", "{shape: [n], output: true}") "devices: 9\n", 10, 10, "devices: takes a whole number", "from 1"},
    {HEAD ENTRY "cases: [{n: 3, loses_device: true}]\n" EXACT, 7, 30, "no kernel fails on purpose here", "tests.cu"},
    {WITH("functions: [float f(int n)]\n"), 9, 12, "functions: is for the kinds program, c and python", ""},
    // cases
    {HEAD ENTRY "cases: []\n" EXACT, 7, 8, "there are no cases", ""},
    {HEAD ENTRY "cases: {n: 3}\n" EXACT, 7, 8, "cases: takes a list, not a map", "- {n: 1000}"},
    {HEAD ENTRY "cases: [{m: 3}]\n" EXACT, 7, 9, "this case gives no value to 'n', which the shape of 'in' reads", "it gives 'm'"},
    {HEAD ENTRY "cases: [{n: k, k: 3}]\n" EXACT, 7, 9, "no value to 'k', which n reads", ""},
    {HEAD ENTRY "cases: [{n: 3, times: 0}]\n" EXACT, 7, 23, "times: takes a whole number", "from 1"},
    {HEAD ENTRY "cases: [{n: 3, 2x: 0}]\n" EXACT, 7, 16, "'2x' is no name of a variable", ""},
    {HEAD ENTRY "cases: [{n: 3, fills: {out: iota}}]\n" EXACT, 7, 24, "'out' is no input", ""},
    {HEAD ENTRY "cases: [{n: random(5, 1)}]\n" EXACT, 7, 13, "nothing to draw from", ""},
    // measure
    {WITH("measure: {n: random(1, 2)}\n"), 9, 14, "random() cannot be used here", ""},
    {WITH("measure: {n: 1, bytes: 8 * m}\n"), 9, 10, "measure: gives no value to 'm', which bytes reads", ""},
    {WITH("measure: {n: 1, access: stream}\n"), 9, 25, "'stream' is no access", "read, write, copy, triad"},
    {WITH("measure: {n: 1, sim: {m: 2}}\n"), 9, 23, "'m' is no key of sim:", "allowed keys: n"},
    {WITH("measure: {n: 1, bytes: n - 2}\n"), 9, 24, "cannot be negative (in measure:, line 9)", ""},
    {WITH("measure: {n: 1, exact: true}\n"), 9, 24, "exact: sums of 'in' are rounded", "fills: {in: ternary}"},
    // sweep
    {WITH("sweep: [{n: 8}]\n"), 9, 8, "sweep: has sizes for measure:, which is missing", "add measure"},
    {WITH("measure: {n: 1}\nsweep: {n: 8}\n"), 10, 8, "sweep: takes a list, not a map", "- {n: 1000003}"},
    {WITH("measure: {n: 1}\nsweep: [8]\n"), 10, 9, "a size of sweep: is a map of variables", ""},
    {WITH("measure: {n: 1}\nsweep: [{m: 8}]\n"), 10, 10, "'m' is no key of sweep:", "allowed keys: n"},
    {WITH("measure: {n: 1}\nsweep: [{n: 2}, {n: random(1, 2)}]\n"), 10, 21, "random() cannot be used here", ""},
    {WITH("measure: {n: 4, bytes: n - 2}\nsweep: [{n: 2}, {n: 1}]\n"), 9, 24, "cannot be negative (in this size, line 10)", ""},
    // compare
    {HEAD ENTRY CASES "compare: exactly\n", 8, 10, "compare: is exact or a map", "{ulp: 2}"},
    {HEAD ENTRY CASES "compare: {ulp: 2, rtol: 1}\n", 8, 10, "compare: says one thing", ""},
    {HEAD ENTRY CASES "compare: {model: scan, terms: n}\n", 8, 18, "'scan' is no model", "sum, dot, row"},
    {HEAD ENTRY CASES "compare: {model: sum}\n", 8, 10, "belong together", ""},
    {HEAD ENTRY CASES "compare: {rtol: small}\n", 8, 17, "rtol: takes a number, not 'small'", "1e-5"},
    {HEAD ENTRY CASES "compare: {atol: -1}\n", 8, 10, "cannot be negative", ""},
    {HEAD ENTRY CASES "compare: {model: sum, terms: m}\n", 7, 9, "no value to 'm', which terms of compare", ""},
    {HEAD "entry: void t(int *o, int n)\nargs: {o: {shape: [n], output: true}}\n" CASES "compare: {ulp: 1}\n", 8, 10, "no output is a float", "exact"},
    {HEAD "entry: void t(const float *a, float *o, int n)\nargs: {a: {shape: [n]}, o: {shape: [n], output: true, rtol: 1e-6}}\n" CASES "compare: {ulp: 1}\n", 8, 10, "'o' has an rtol: that says nothing", "where compare: has rtol, too"},
    {HEAD "entry: void t(const float *a, float *o, int n)\nargs: {a: {shape: [n], rtol: 1e-6}, o: {shape: [n], output: true}}\n" CASES "compare: {rtol: 1}\n", 8, 10, "'a' has an rtol: that says nothing", "an output of floats"},
    // gates
    {WITH("gates: [{metric: bandwith, of: copy, at_least: 1}]\n"), 9, 18, "'bandwith' is no metric", "did you mean 'bandwidth'?"},
    {WITH("measure: {n: 9}\ngates: [{metric: coalescing, at_least: 95}]\n"), 10, 9, "coalescing is a share: 95 means 9500 %", "95% is written with its sign"},
    {WITH("measure: {n: 32G}\n"), 5, 44, "'n' has 32 bits and cannot be 34359738368 (in measure:, line 9)", "64 bits"},
    {WITH("measure: {n: 9, sim: {n: 1G}}\n"), 9, 10, "the arrays of sim: have 8 GiB", "at most 2 GiB"},
    {WITH("gates: [{metric: registers}]\n"), 9, 9, "a gate has one bound", ""},
    {WITH("gates: [{metric: registers, at_least: 1, at_most: 2}]\n"), 9, 9, "a gate has one bound", ""},
    {WITH("gates: [{metric: registers, at_most: 2, on: cpu}]\n"), 9, 45, "'cpu' is no on", "gpu, sim"},
    {WITH("measure: {n: 9}\ngates: [{metric: occupancy, at_most: 2, of: cases}]\n"), 10, 9, "occupancy is not taken of all cases", "divergence"},
    {WITH("gates: [{metric: registers, at_most: 2, of: copy}]\n"), 9, 9, "'of' says nothing about registers", ""},
    {WITH("measure: {n: 9}\ngates: [{metric: launches, at_most: 2, per: flop}]\n"), 10, 9, "launches is not taken per flop", "leave out 'per'"},
    {WITH("measure: {n: 9}\ngates: [{metric: barriers, at_most: 2, per: flop}]\n"), 10, 9, "barriers is not taken per flop", "one of: block"},
    {WITH("measure: {n: 9}\ngates: [{metric: smem_requests, at_most: 2, per: request}]\n"), 10, 9, "smem_requests is not taken per request", "one of: flop element"},
    {WITH("measure: {n: 9}\ngates: [{metric: smem_requests, at_most: 2, per: flop}]\n"), 10, 9, "smem_requests needs the flops", "flops: 2 * n"},
    {WITH("measure: {n: 9}\ngates: [{metric: flops, at_most: 2}]\n"), 10, 9, "flops needs the flops", "flops: 2 * n"},
    {WITH("measure: {n: 9}\ngates: [{metric: instructions, at_most: 2}]\n"), 10, 9, "instructions needs the flops", "flops: 2 * n"},
    {WITH("measure: {n: 9}\ngates: [{metric: bytecodes, at_most: 2}]\n"), 10, 9, "bytecodes says nothing about an exercise of kind cuda", "curriculum/README.md"},
    {WITH("measure: {n: 9}\ngates: [{metric: l1_misses, at_most: 2}]\n"), 10, 9, "l1_misses says nothing about an exercise of kind cuda", "curriculum/README.md"},
    {WITH("gates: [{metric: launches, at_most: 2}]\n"), 9, 9, "launches is taken of a timed case", "add measure"},
    {WITH("measure: {n: 9}\ngates: [{metric: bandwidth, of: copy, at_least: 1}]\n"), 10, 9, "bandwidth needs the bytes", ""},
    {WITH("measure: {n: 9, bytes: n}\ngates: [{metric: bandwidth, at_least: 1}]\n"), 10, 9, "a bandwidth gate needs the key 'of'", "copy"},
    {WITH("measure: {n: 9}\ngates: [{metric: speedup, at_least: 1}]\n"), 10, 9, "a speedup gate needs the key 'over'", "naive"},
    {WITH("gates: {metric: registers, at_most: 2}\n"), 9, 8, "gates: takes a list, not a map", "- {metric"},
    {WITH("medals: {silver: {bandwidth: 90%}}\n"), 9, 19, "transpose has no gate 'bandwidth'", "in full"},
    {WITH("gates: [{metric: registers, at_most: 9}]\nmedals: {silber: {registers: 8}}\n"), 10, 10, "'silber' is no key of medals:", "did you mean 'silver'?"},
    {WITH("gates: [{metric: registers, at_most: 9}]\nmedals: {gold: {registers: few}}\n"), 10, 28, "registers: takes a number, not 'few'", ""},
};
// clang-format on

START_TEST(each_error_points_at_its_place_and_advises) {
    const Wrong *w = &wrongs[_i];
    ck_assert_msg(!load(w->yaml), "%s is accepted", w->yaml);
    ck_assert_msg(err_count(&err) == 1, "%s\n%d errors: %s; %s", w->yaml,
                  err_count(&err), err.msg, err.next ? err.next->msg : "");
    ck_assert_msg(strstr(err.msg, w->msg), "%s\nsays: %s", w->yaml, err.msg);
    ck_assert_msg(strstr(err.hint, w->hint), "%s\nhints: %s", w->yaml,
                  err.hint);
    ck_assert_msg(err.loc.line == w->line && err.loc.col == w->col,
                  "%s\nat %d:%d: %s", w->yaml, err.loc.line, err.loc.col,
                  err.msg);
    ck_assert_str_ne(err.hint, "");
    ck_assert_str_ne(err.source, "");
}
END_TEST

START_TEST(a_program_names_the_functions_that_its_tests_call) {
    Exercise *ex = load(PROGRAM("[\"float f(int n)\", void *g(void *)]",
                                "{shape: [2], output: true, memory: pinned,"
                                " facts: {done: it is done, right: it is "
                                "right}}") "hints: [{when: right, say: "
                                           "no}]\nlibraries: [nccl]\n"
                                           "devices: 2\n");
    ck_assert_msg(ex, "%d:%d: %s", err.loc.line, err.loc.col, err.msg);
    ck_assert_int_eq(ex->nfunctions, 2);
    ck_assert_str_eq(ex->functions[0].name, "f");
    ck_assert_str_eq(ex->functions[1].name, "g");
    ck_assert_str_eq(ex->functions[1].decl, "void *g(void *)");
    ck_assert(str_ends(ex->tests, "solutions/memory/transpose/tests.cu"));
    ck_assert_str_eq(ex->args[0].memory, "pinned");
    ck_assert_int_eq(ex->args[0].nfacts, 2);
    ck_assert_str_eq(ex->args[0].facts[1].id, "right");
    ck_assert_str_eq(ex->args[0].facts[1].text, "it is right");
    ck_assert_int_eq(ex->devices, 2);
    ck_assert(exercise_is_cuda(ex));
}
END_TEST

START_TEST(functions_of_python_are_called_by_tests_in_python) {
    Exercise *ex =
        load("format: 1\ntitle: T\nkind: python\nfile: t.py\nmachine: [torch]\n"
             "entry: void t(int *out, int n)\nfunctions: [\"def f(x, y)\"]\n"
             "args: {out: {shape: [2], output: true}}\n" CASES EXACT);
    ck_assert_msg(ex, "%d:%d: %s", err.loc.line, err.loc.col, err.msg);
    ck_assert_int_eq(ex->nfunctions, 1);
    ck_assert_str_eq(ex->functions[0].name, "f");
    ck_assert(str_ends(ex->tests, "solutions/memory/transpose/tests.py"));
}
END_TEST

START_TEST(without_tests_the_learner_writes_the_entry) {
    Exercise *ex = load(WITH(""));
    ck_assert_int_eq(ex->nfunctions, 1);
    ck_assert_str_eq(ex->functions[0].name, "t");
    ck_assert_ptr_null(ex->tests);
    ck_assert_str_eq(ex->args[0].memory, "device");
}
END_TEST

START_TEST(a_kind_without_an_entry_needs_none) {
    Exercise *ex = load("format: 1\ntitle: T\nkind: reading\n");
    ck_assert_ptr_nonnull(ex);
    ck_assert_ptr_null(ex->entry);
    ck_assert_ptr_nonnull(ex->needs);
    ck_assert_ptr_null(ex->needs[0]);
    ck_assert_str_eq(ex->blurb, "");
    ck_assert_str_eq(kind_name(ex->kind), "reading");
}
END_TEST

START_TEST(every_c_type_has_its_spellings) {
    Exercise *ex = load(
        HEAD "entry: void t(float *o, short int a, unsigned long "
             "long int b, float const c, signed char d, "
             "const unsigned short e, long long f, double g)\n"
             "args: {o: {shape: [1], output: true}}\n"
             "cases: [{a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1}]\n" EXACT);
    static const ElemType want[] = {ELEM_F32, ELEM_I16, ELEM_U64, ELEM_F32,
                                    ELEM_I8,  ELEM_U16, ELEM_I64, ELEM_F64};
    ck_assert_msg(ex, "%s", err.msg);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(ex->args[i].type, want[i]);
    ck_assert_int_eq(elem_info[ELEM_U16].bytes, 2);
    ck_assert(!elem_info[ELEM_U16].is_signed);
}
END_TEST

START_TEST(a_folder_that_is_no_id_is_an_error) {
    char *path = tree_write(&tree, "exercises/memory/My_Kernel/exercise.yaml",
                            "format: 1\ntitle: T\nkind: reading\n");
    ck_assert_ptr_null(exercise_load(&arena, path, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "'My_Kernel' cannot be an id"));
}
END_TEST

// ---- version

static void version(const char *yaml, const char *reference,
                    char hex[HASH_HEX]) {
    tree_write(&tree, "solutions/memory/transpose/reference.c", reference);
    Exercise *ex = load(yaml);
    ck_assert_msg(ex, "%s", err.msg);
    exercise_version(ex, hex);
}

START_TEST(prose_and_order_change_no_version) {
    char a[HASH_HEX], b[HASH_HEX];
    version(HEAD ENTRY CASES EXACT "minutes: 5\nhints: [a]\nmeasure: {n: 4}\n",
            "x", a);
    version("# a comment\ncompare: exact\n" HEAD ENTRY CASES
            "measure: {n: 4}\nsweep: [{n: 3}]\n"
            "blurb: B\nneeds: [b]\nteaches: [c]\ncovers: [d]\n",
            "x", b);
    ck_assert_str_eq(a, b);
}
END_TEST

START_TEST(what_decides_changes_the_version) {
    static const char *const other[] = {
        HEAD ENTRY "cases: [{n: 4}]\n" EXACT,
        HEAD ENTRY CASES "compare: {ulp: 1}\n",
        HEAD ENTRY CASES EXACT "gates: [{metric: registers, at_most: 9}]\n",
        HEAD ENTRY CASES EXACT "limits: {seconds: 9}\n",
        HEAD ENTRY "cases: [{n: 3}, {n: 3}]\n" EXACT,
    };
    char a[HASH_HEX], b[HASH_HEX];
    version(HEAD ENTRY CASES EXACT, "x", a);
    version(HEAD ENTRY CASES EXACT, "y", b);
    ck_assert_str_ne(a, b);
    for (size_t i = 0; i < COUNT_OF(other); i++) {
        version(other[i], "x", b);
        ck_assert_msg(strcmp(a, b) != 0, "%s", other[i]);
    }
}
END_TEST

SUITE_OF(exercise) {
    Suite *s = suite_create("exercise");
    TCase *t = tcase_create("exercise");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_whole_exercise_is_read);
    tcase_add_test(t, arguments_know_type_shape_and_role);
    tcase_add_test(t, cases_gates_and_medals_are_read);
    tcase_add_test(t, a_medal_has_the_direction_of_its_metrics_first_gate);
    tcase_add_test(t, sim_replaces_measured_variables_of_the_same_name);
    tcase_add_test(t, sampled_replaces_what_a_gpu_measures);
    tcase_add_test(t, whole_numbers_may_be_summed_exactly);
    tcase_add_test(t, a_spike_may_be_larger_than_the_way_to_the_next);
    tcase_add_test(t, a_later_variable_may_use_an_earlier_one);
    tcase_add_test(t, three_errors_of_a_file_are_three_errors);
    tcase_add_loop_test(t, each_error_points_at_its_place_and_advises, 0,
                        COUNT_OF(wrongs));
    tcase_add_test(t, a_program_names_the_functions_that_its_tests_call);
    tcase_add_test(t, functions_of_python_are_called_by_tests_in_python);
    tcase_add_test(t, without_tests_the_learner_writes_the_entry);
    tcase_add_test(t, a_kind_without_an_entry_needs_none);
    tcase_add_test(t, every_c_type_has_its_spellings);
    tcase_add_test(t, a_folder_that_is_no_id_is_an_error);
    tcase_add_test(t, prose_and_order_change_no_version);
    tcase_add_test(t, what_decides_changes_the_version);
    suite_add_tcase(s, t);
    return s;
}
