// grade/similar: what renaming, reformatting and moving around do not hide.
#include "grade/similar.h"
#include "tests/tests.h"

#include <stdio.h>
#include <string.h>

static Arena m;

static const char stub[] = "#include <cuda_runtime.h>\n"
                           "// Adds.\n"
                           "void add(const float *a, float *out, int n) {\n"
                           "    // TODO\n"
                           "}\n";

static const char mine[] =
    "#include <cuda_runtime.h>\n"
    "__global__ void sum(const float *a, float *out, int n) {\n"
    "    __shared__ float part[256];\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    float v = i < n ? a[i] : 0.0f;\n"
    "    for (int step = 16; step > 0; step /= 2)\n"
    "        v += __shfl_down_sync(0xffffffff, v, step);\n"
    "    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x == 0) atomicAdd(out, part[0] + part[1]);\n"
    "}\n"
    "static int blocks_for(int n) {\n"
    "    int least = (n + 255) / 256;\n"
    "    return least > 1024 ? 1024 : least < 1 ? 1 : least;\n"
    "}\n"
    "void add(const float *a, float *out, int n) {\n"
    "    sum<<<blocks_for(n), 256>>>(a, out, n);\n"
    "}\n";

// The same with other names, another layout, comments, other numbers, and the
// functions in another order.
static const char copied[] =
    "/* all my own work */ #define LIMIT 77\n"
    "static int how_many(int count) { int q = (count+511)/512;\n"
    "  return q>2048 ? 2048 /* ! */ : q<1 ? 1 : q; }\n"
    "\n\n\n"
    "__global__ void total(const float *in, float *result, int size)\n"
    "{\n"
    "  __shared__ float s[128];\n"
    "  int idx = blockIdx.x*blockDim.x+threadIdx.x; // my index\n"
    "  float x = idx<size ? in[idx] : 0.f;\n"
    "  for (int d = 8; d > 0; d /= 2)\n"
    "    x += __shfl_down_sync(0xFFFFFFFFu, x, d);\n"
    "  if (threadIdx.x % 16 == 0)\n"
    "    s[threadIdx.x / 16] = x;\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) atomicAdd(result, s[0] + s[1]);\n"
    "}\n"
    "void add(const float *in, float *result, int size)\n"
    "{ total<<<how_many(size), 128>>>(in, result, size); }\n";

static const char another[] =
    "__global__ void k(const float *a, float *out, int n) {\n"
    "    extern __shared__ double buffer[];\n"
    "    double mine = 0;\n"
    "    while (n-- > threadIdx.x) mine = fma(a[n], 1.0, mine);\n"
    "    buffer[threadIdx.x] = mine;\n"
    "    __syncthreads();\n"
    "    do { buffer[0] += buffer[n & 31]; } while (++n < 31);\n"
    "    *out = (float)buffer[0];\n"
    "}\n"
    "void add(const float *a, float *out, int n) {\n"
    "    size_t bytes = 32 * sizeof(double);\n"
    "    k<<<1, 32, bytes>>>(a, out, n);\n"
    "    cudaDeviceSynchronize();\n"
    "}\n";

static Fingerprints prints(const char *text) {
    return similar_prints(&m, LANGUAGE_C, str_of(text), str_of(stub));
}

static Likeness compare(const char *a, const char *b) {
    Fingerprints x = prints(a), y = prints(b);
    return similar_compare(&x, &y);
}

START_TEST(a_file_is_wholly_like_itself) {
    Likeness l = compare(mine, mine);
    ck_assert_int_ge(l.shared, SIMILAR_LEAST);
    ck_assert_double_eq(l.of_a, 1);
    ck_assert_double_eq(l.of_b, 1);
    ck_assert_int_le(l.a_line, 3);
    ck_assert_int_ge(l.a_last, 17);
}
END_TEST

START_TEST(renaming_comments_and_order_do_not_hide_a_copy) {
    Likeness l = compare(mine, copied);
    ck_assert_double_ge(l.of_a, 0.8);
    ck_assert_double_ge(l.of_b, 0.8);
}
END_TEST

START_TEST(shared_lines_are_marked) {
    bool marks[64] = {false};
    Fingerprints a = prints(mine), b = prints(another), c = prints(copied);
    similar_mark(&a, &b, marks, 18);
    int n = 0;
    for (int i = 1; i <= 18; i++)
        n += marks[i];
    ck_assert_int_le(n, 6);
    similar_mark(&a, &c, marks, 18);
    for (int i = 4; i <= 10; i++)
        ck_assert_msg(marks[i], "line %d", i);
    ck_assert(!marks[1]);
}
END_TEST

START_TEST(two_ways_of_doing_it_are_not_alike) {
    Likeness l = compare(mine, another);
    ck_assert_double_lt(l.of_a, 0.2);
    ck_assert_double_lt(l.of_b, 0.2);
}
END_TEST

START_TEST(a_part_that_was_taken_is_a_part) {
    char half[2000];
    const char *end = strstr(mine, "static int");
    snprintf(half, sizeof half, "%.*s%s", (int)(end - mine), mine, another);
    Likeness l = compare(mine, half);
    ck_assert_double_ge(l.of_a, 0.6);
    ck_assert_double_lt(l.of_b, 0.8);
}
END_TEST

START_TEST(the_stub_has_no_fingerprints) {
    ck_assert_int_eq(prints(stub).n, 0);
    Fingerprints given = similar_prints(&m, LANGUAGE_C, STR(stub), STR(""));
    Fingerprints all = similar_prints(&m, LANGUAGE_C, STR(mine), STR(""));
    Fingerprints own = prints(mine);
    ck_assert_int_gt(similar_compare(&all, &given).shared, 0);
    ck_assert_int_eq(similar_compare(&own, &given).shared, 0);
}
END_TEST

START_TEST(includes_and_comments_count_for_nothing) {
    ck_assert_int_eq(prints("#include <a.h>\n#include \"b.h\"\n/* x * y + z; "
                            "*/\n// for (;;) while (1) if (2) return 3;\n")
                         .n,
                     0);
}
END_TEST

START_TEST(python_keeps_what_belongs_to_the_library) {
    static const char a[] =
        "import triton.language as tl\n"
        "def k(x, y, n: tl.constexpr):\n"
        "    '''Adds.'''\n"
        "    i = tl.program_id(0) * n + tl.arange(0, n)\n"
        "    v = tl.load(x + i, mask=i < n, other=0.0)  # all\n"
        "    tl.store(y + i, tl.exp(v) * 2.0, mask=i < n)\n";
    static const char b[] =
        "import triton.language as tl\n"
        "def kernel(src, dst, size: tl.constexpr):\n"
        "    at = tl.program_id(0) * size + tl.arange(0, size)\n"
        "    got = tl.load(src + at, mask=at < size, other=1.5)\n"
        "    tl.store(dst + at, tl.exp(got) * 4.0, mask=at < size)\n";
    static const char c[] =
        "import triton.language as tl\n"
        "def k(x, y, n: tl.constexpr):\n"
        "    i = tl.num_programs(1) * n + tl.cumsum(0, n)\n"
        "    v = tl.atomic_add(x + i, mask=i < n, sem=0.0)\n"
        "    tl.device_print(y + i, tl.log(v) * 2.0, mask=i < n)\n";
    Fingerprints x = similar_prints(&m, LANGUAGE_PYTHON, STR(a), STR(""));
    Fingerprints y = similar_prints(&m, LANGUAGE_PYTHON, STR(b), STR(""));
    Fingerprints z = similar_prints(&m, LANGUAGE_PYTHON, STR(c), STR(""));
    ck_assert_double_ge(similar_compare(&x, &y).of_a, 0.8);
    ck_assert_double_lt(similar_compare(&x, &z).of_a, 0.6);
}
END_TEST

START_TEST(no_text_is_too_strange) {
    static const char *const texts[] = {
        "",         "\"",   "/*",    "//",    "'",
        "'''",      "\\",   "0x",    "1e+",   "\xff\xfe\x80",
        "#include", "\"\\", "a\\\n", "'''\\", "/* *"};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        for (int language = 0; language < 2; language++) {
            Fingerprints f = similar_prints(&m, (Language)language,
                                            str_of(texts[i]), str_of(texts[i]));
            ck_assert_int_eq(similar_compare(&f, &f).shared, f.n);
        }
}
END_TEST

static void finish(void) {
    arena_reset(&m);
}

SUITE_OF(similar) {
    Suite *s = suite_create("similar");
    TCase *t = tcase_create("winnowing");
    tcase_add_checked_fixture(t, NULL, finish);
    tcase_add_test(t, a_file_is_wholly_like_itself);
    tcase_add_test(t, renaming_comments_and_order_do_not_hide_a_copy);
    tcase_add_test(t, shared_lines_are_marked);
    tcase_add_test(t, two_ways_of_doing_it_are_not_alike);
    tcase_add_test(t, a_part_that_was_taken_is_a_part);
    tcase_add_test(t, the_stub_has_no_fingerprints);
    tcase_add_test(t, includes_and_comments_count_for_nothing);
    tcase_add_test(t, python_keeps_what_belongs_to_the_library);
    tcase_add_test(t, no_text_is_too_strange);
    suite_add_tcase(s, t);
    return s;
}
