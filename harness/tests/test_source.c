// What the text of a learner's file tells: guards, strides, indices.
#include "base/path.h"
#include "gate/result/index_words.h"
#include "gate/result/kernels.h"
#include "gate/result/source.h"
#include "gate/result/value_words.h"
#include "tests/tests.h"

#include <string.h>

static Arena arena;

static void teardown(void) {
    arena_reset(&arena);
}

START_TEST(an_index_is_followed_through_variables) {
    const char *code = "int plane = nx * nz;\n"
                       "int at = z * plane + x;\n"
                       "out[at] = 1;\n";
    const char *at = source_at(code, 3);
    Str index = source_index(at);
    ck_assert_int_eq((int)index.n, 3); // "[at"
    ck_assert(source_uses(code, at, index, "nz"));
    ck_assert(source_uses(code, at, index, "x"));
    ck_assert(!source_uses(code, at, index, "ny"));
}
END_TEST

// clang-format off
static const char kernels[] =
    "__global__ void declared(int *a);\n"
    "__device__ int half(int *q) { return q[0] / 2; }\n"
    "__global__ void __launch_bounds__(256)\n"
    "first(const char *__restrict__ text, int *sums, int n) {\n"
    "    if (n) { sums[blockIdx.x] = text[0]; }\n"
    "}\n"
    "template <int N> __global__ void second(int *in, float scale) {\n"
    "    in[0] = N;\n"
    "}\n"
    "void run(const unsigned char *in, int *out, int n) {\n"
    "    first<<<n / 2, 256>>>((const char *)in, out + 1, n);\n"
    "    second<8><<<1, 32>>>(out, 2.f);\n"
    "}\n";
// clang-format on

static const char *text_of(Str s) {
    return arena_strn(&arena, s.p, s.n);
}

START_TEST(kernels_have_parameters_and_a_launch) {
    Kernel k;
    ck_assert(kernel_next(&arena, kernels, kernels, &k));
    ck_assert_str_eq(text_of(k.name), "first");
    ck_assert_str_eq(text_of(kernel_parameter(&k, 0)), "text");
    ck_assert_str_eq(text_of(kernel_parameter(&k, 2)), "n");
    ck_assert_uint_eq(kernel_parameter(&k, 3).n, 0);
    ck_assert_str_eq(text_of(kernel_argument(&k, str_of("text"))), "in");
    ck_assert_str_eq(text_of(kernel_argument(&k, str_of("sums"))), "out + 1");
    ck_assert_uint_eq(kernel_argument(&k, str_of("other")).n, 0);
    ck_assert_uint_eq(kernel_unused(&arena, &k).n, 0);
    ck_assert(kernel_next(&arena, kernels, k.body.p, &k));
    ck_assert_str_eq(text_of(k.name), "second");
    ck_assert_str_eq(text_of(kernel_argument(&k, str_of("in"))), "out");
    ck_assert_str_eq(text_of(kernel_unused(&arena, &k)), "scale");
    ck_assert(!kernel_next(&arena, kernels, k.body.p, &k));
}
END_TEST

START_TEST(a_place_is_in_a_kernel_or_in_none) {
    Kernel k;
    ck_assert(kernel_around(&arena, kernels, strstr(kernels, "sums["), &k));
    ck_assert_str_eq(text_of(k.name), "first");
    ck_assert(kernel_around(&arena, kernels, strstr(kernels, "in[0]"), &k));
    ck_assert_str_eq(text_of(k.name), "second");
    ck_assert(!kernel_around(&arena, kernels, strstr(kernels, "q[0]"), &k));
    ck_assert(!kernel_around(&arena, kernels, strstr(kernels, "n / 2"), &k));
}
END_TEST

START_TEST(a_member_is_not_the_variable_of_its_name) {
    const char *code = "int x = at - pad;\n"
                       "int i = blockIdx.x * 32 + z->x;\n"
                       "out[i] = z.pad;\n"
                       "out[z.ow] = 1;\n";
    const char *at = source_at(code, 3);
    ck_assert(!source_uses(code, at, source_index(at), "pad"));
    at = source_at(code, 4);
    ck_assert(source_uses(code, at, source_index(at), "ow"));
}
END_TEST

START_TEST(a_comparison_may_have_a_name) {
    const char *code = "__global__ void k(float *a, int n) {\n"
                       "    bool inside = i < n, odd = i >> 1;\n"
                       "    if (odd) return;\n"
                       "    a[0] = 1;\n"
                       "    if (inside) a[i] = 1;\n"
                       "}\n";
    ck_assert(!source_checks_bounds(code, 4));
    ck_assert(source_checks_bounds(code, 5));
}
END_TEST

START_TEST(a_line_is_bare_if_every_thread_comes_to_it) {
    const char *code = "__global__ void k(float *a, int n) {\n"
                       "    float most = a[threadIdx.x];\n"
                       "    for (int i = 0; i < n; i++)\n"
                       "        most = a[i];\n"
                       "    float v = n > 3 ? a[3] : 0;\n"
                       "    if (n) {\n"
                       "        v = a[2];\n"
                       "    }\n"
                       "    if (n > 9) return;\n"
                       "    a[9] = v;\n"
                       "}\n";
    ck_assert(source_is_bare(code, 2));
    for (int line = 3; line <= 7; line++)
        ck_assert_msg(!source_is_bare(code, line), "line %d", line);
    ck_assert(!source_is_bare(code, 10));
    ck_assert(!source_is_bare("void f(float *a) {\na[0] = 1;\n}\n", 2));
}
END_TEST

START_TEST(a_stride_may_be_a_variable) {
    const char *loop = "int me = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       "int step = %s;\n"
                       "for (int i = me; i < n; i += step) out[i] = 1;\n";
    ck_assert(source_steps_by_grid(arena_fmt(&arena, loop, "gridDim.x")));
    ck_assert(!source_steps_by_grid(arena_fmt(&arena, loop, "blockDim.x")));
    ck_assert(source_steps_by_block(arena_fmt(&arena, loop, "blockDim.x")));
    ck_assert(!source_steps_by_block(
        arena_fmt(&arena, loop, "blockDim.x * gridDim.x")));
}
END_TEST

// Whoever writes a kernel as ours are is not told that its rows are wrong.
// Each rule about wrong values, for every file.
static void accuse(CheckResult *r, const char *code) {
    static const struct {
        const char *id;
        const char *(*says)(CheckResult *, const char *);
        RuleKinds kinds;
    } rules[] = {
#define RULE(id, kinds, is_certain) {#id, value_##id, kinds},
#include "gate/result/value_rules.def"
    };
    r->shared_pattern = "gaps"; // some ask for elements that are left out
    for (size_t k = 0; k < COUNT_OF(rules); k++) {
        if (r->ex->kind == KIND_PROGRAM && rules[k].kinds < PROGRAMS) continue;
        if (r->ex->kind == KIND_C && rules[k].kinds < PLAIN) continue;
        const char *says = rules[k].says(r, code);
        ck_assert_msg(!says, "%s, %s: %s", r->ex->id, rules[k].id, says);
    }
}

START_TEST(no_shipped_solution_is_accused) {
    Plan plan = {0};
    Err err = {0};
    int looked = 0;
    ck_assert_msg(plan_load(&plan, ".", &err), "%s", err.msg);
    for (int i = 0; i < plan.nexercises; i++) {
        const Exercise *ex = plan.exercises[i];
        Buf text = {0};
        if (ex->kind != KIND_CUDA && ex->kind != KIND_PROGRAM &&
            ex->kind != KIND_C)
            continue;
        ck_assert(file_read(path_join(&arena, ex->sol, ex->file), &text, &err));
        CheckResult r = {.ex = ex};
        const char *code = source_code(&r.arena, text.data, text.len);
        const char *says =
            ex->kind == KIND_CUDA ? index_words(&r, code, 0) : NULL;
        ck_assert_msg(!says, "%s: %s", ex->id, says);
        accuse(&r, code);
        looked++;
        arena_reset(&r.arena);
        buf_free(&text);
    }
    ck_assert_int_gt(looked, 50);
    plan_free(&plan);
}
END_TEST

// Loops that look wrong and are right, each beside one that is wrong.
START_TEST(what_looks_wrong_may_be_right) {
    static const Exercise ex = {.id = "x", .kind = KIND_CUDA};
    CheckResult r = {.ex = &ex};
    const char *most = "__global__ void f(const float *x) {\n"
                       "    float most = 0;\n"
                       "    most = fmaxf(most, %s);\n}\n";
    ck_assert_ptr_nonnull(
        value_most_from_zero(&r, arena_fmt(&arena, most, "x[1]")));
    ck_assert_ptr_null(value_most_from_zero(
        &r, arena_fmt(&arena, most, "v); float v = fabsf(x[1]")));
    const char *merge = "__global__ void f(float *x, float sum) {\n"
                        "    %s\n"
                        "        for (int i = 1; i < 8; i++) sum += x[i];\n"
                        "    x[8] = sum;\n}\n";
    ck_assert_ptr_nonnull(value_from_one(&r, arena_fmt(&arena, merge, "")));
    ck_assert_ptr_null(
        value_from_one(&r, arena_fmt(&arena, merge, "if (threadIdx.x == 0)")));
    arena_reset(&r.arena);
}
END_TEST

SUITE_OF(source) {
    Suite *s = suite_create("source");
    TCase *t = tcase_create("text");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, an_index_is_followed_through_variables);
    tcase_add_test(t, a_member_is_not_the_variable_of_its_name);
    tcase_add_test(t, kernels_have_parameters_and_a_launch);
    tcase_add_test(t, a_place_is_in_a_kernel_or_in_none);
    tcase_add_test(t, a_comparison_may_have_a_name);
    tcase_add_test(t, a_line_is_bare_if_every_thread_comes_to_it);
    tcase_add_test(t, a_stride_may_be_a_variable);
    tcase_add_test(t, what_looks_wrong_may_be_right);
    tcase_add_test(t, no_shipped_solution_is_accused);
    suite_add_tcase(s, t);
    return s;
}
