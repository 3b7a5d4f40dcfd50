// symbols: what a learner's object must and must not define, in plain words.
// Objects come from g++: to the linker they look like nvcc's.
#include "base/path.h"
#include "base/proc.h"
#include "build/symbols.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char dir[] = "/tmp/kata-symbols-XXXXXX";
static Arena a;
static Err err;

static void setup(void) {
    strcpy(dir, "/tmp/kata-symbols-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void teardown(void) {
    path_remove_all(dir, &err);
    arena_reset(&a);
}

static void run(const char *const *argv) {
    Proc p;
    ck_assert_msg(proc_run(argv, NULL, &p, &err), "%s", err.msg);
    ck_assert_msg(p.status == 0, "%s", buf_text(&p.err));
    proc_free(&p);
}

static const char *compile(const char *name, const char *text) {
    const char *source = arena_fmt(&a, "%s/%s.cpp", dir, name);
    const char *object = arena_fmt(&a, "%s/%s.o", dir, name);
    ck_assert(file_write(source, text, strlen(text), &err));
    const char *argv[] = {"g++", "-c", source, "-o", object, NULL};
    run(argv);
    return object;
}

static const char wanted[] = "_Z3addPKfPfi";
static const char decl[] = "void add(const float *a, float *b, int n)";

static const char *judge(const char *text) {
    Symbols s;
    const char *remark = NULL;
    ck_assert(symbols_load(&a, compile("learner", text), &s, &err));
    bool ok = symbols_check(&a, &s, wanted, "add", decl, &remark);
    ck_assert_int_eq(ok, remark == NULL);
    return remark;
}

START_TEST(the_shims_one_call_is_the_entry) {
    const char *shim =
        "void add(const float *a, float *b, int n);\n"
        "extern \"C\" void kata_call(void **a) {\n"
        "    add(*(const float **)a[0], *(float **)a[1], *(int *)a[2]);\n}\n";
    Symbols s;
    ck_assert(symbols_load(&a, compile("shim", shim), &s, &err));
    ck_assert_str_eq(symbols_wanted(&s), wanted);
}
END_TEST

START_TEST(a_forbidden_library_is_found_by_its_names) {
    static const char *const spaces[] = {"cub", "thrust", NULL};
    static const struct {
        const char *text, *found;
    } rows[] = {
        {"namespace cub { struct S { void f(); }; void S::f() {} }", "cub"},
        {"namespace thrust { void f(); } void g() { thrust::f(); }", "thrust"},
        {"void cub(float) {} int thrust;", NULL},
        {"namespace cubes { void f() {} } namespace my_cub { void f() {} }",
         NULL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Symbols s;
        ck_assert(symbols_load(&a, compile("uses", rows[i].text), &s, &err));
        const char *found = symbols_use(&a, &s, spaces);
        ck_assert_int_eq(!found, !rows[i].found);
        if (found) ck_assert_str_eq(found, rows[i].found);
        ck_assert_ptr_null(symbols_use(&a, &s, NULL));
    }
}
END_TEST

START_TEST(what_looks_for_libraries_is_found) {
    static const struct {
        const char *text, *found;
    } rows[] = {
        {"extern \"C\" void *dlsym(void *, const char *);\n"
         "void *f() { return dlsym(0, \"x\"); }",
         "dlsym"},
        {"extern \"C\" int mine() __asm__(\"cublas\" \"Create_v2\") "
         "__attribute__((weak)); int f() { return mine ? mine() : 0; }",
         "cublasCreate_v2"},
        {"extern \"C\" int mine() __attribute__((weak));\n"
         "int f() { return mine ? mine() : 0; }",
         NULL},
        {"int cublasGemm(int n) { return n; }", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Symbols s;
        ck_assert(symbols_load(&a, compile("finds", rows[i].text), &s, &err));
        const char *found = symbols_loader(&s);
        ck_assert_int_eq(!found, !rows[i].found);
        if (found) ck_assert_str_eq(found, rows[i].found);
    }
}
END_TEST

START_TEST(a_test_finds_the_function_that_it_calls) {
    const char *tests = "float time_ms(void (*work)(int), int s);\n"
                        "float time_ms_of(int s);\n"
                        "extern \"C\" int plain(int);\n"
                        "float both(int n);\n"
                        "float both(int n) {\n"
                        "    return time_ms_of(n) + time_ms(0, n) +\n"
                        "           plain(n);\n}\n";
    Symbols s;
    ck_assert(symbols_load(&a, compile("tests", tests), &s, &err));
    ck_assert_str_eq(symbols_called(&a, &s, "time_ms"), "_Z7time_msPFviEi");
    ck_assert_str_eq(symbols_called(&a, &s, "plain"), "plain");
    ck_assert_ptr_null(symbols_called(&a, &s, "both")); // defined, not called
    ck_assert_ptr_null(symbols_called(&a, &s, "time"));
}
END_TEST

#define GOOD "void add(const float *a, float *b, int n) { b[n] = a[n]; }\n"

// clang-format off
static const struct Row {
    const char *text;
    const char *says[2]; // NULL: nothing is wrong
} rows[] = {
    {GOOD, {NULL}},
    // A variable, even a global one, is nobody's function.
    {GOOD "int y1, index, malloc_calls; float *stat;", {NULL}},
    {GOOD "void write(int) {} void *malloc(float) { return 0; }", {NULL}},
    {"", {"no function yet", decl}},
    {"static int x = 3; int y = x;", {"no function yet", decl}},
    {"int main() { return 0; }", {"has a main()", decl}},
    {"void ad(const float *a, float *b, int n) {}", {"mistype the name", "'ad'"}},
    {"void add(float *a, float *b, int n) {}",
     {"yours:     add(float*, float*, int)",
      "expected:  add(float const*, float*, int)"}},
    {"void add(const float *a, float *b, long n) {}", {"parameters", "long"}},
    {"namespace x { void reduce(float *a) {} }", {"there is no 'add'", decl}},
    {"static void add(const float *, float *, int) {}\n"
     "void other() { add(0, 0, 0); }", {"not static", decl}},
    {GOOD "extern \"C\" int cudaMalloc(void **, unsigned long) { return 0; }",
     {"'cudaMalloc'", "CUDA runtime"}},
    {GOOD "extern \"C\" __attribute__((weak)) int cudaFree(void *) { return 0; }",
     {"'cudaFree'", "CUDA runtime"}},
    // Assembly need not say that it is a function, nor C that it is code.
    {GOOD "asm(\".weak cudaEventElapsedTime\\ncudaEventElapsedTime:\\n\");",
     {"'cudaEventElapsedTime'", "CUDA runtime"}},
    {GOOD "__attribute__((weak)) char code[4] asm(\"cudaMemcpy\");",
     {"'cudaMemcpy'", "CUDA runtime"}},
    {GOOD "extern \"C\" int __cudaLaunchKernel() { return 0; }",
     {"__cudaLaunchKernel", "CUDA runtime"}},
    {GOOD "extern \"C\" void *malloc(unsigned long) { return 0; }",
     {"'malloc'", "C library"}},
    {GOOD "extern \"C\" long write(int, const void *, unsigned long) "
          "{ return 0; }", {"'write'", "C library"}},
    {GOOD "extern \"C\" void kata_call(void **) {}", {"'kata_call'", "kata"}},
    {GOOD "extern \"C\" __attribute__((weak)) void __asan_init() {}",
     {"'__asan_init'", "sanitizers"}},
    {GOOD "extern \"C\" void sim_clear(void); void f() { sim_clear(); }",
     {"'sim_'", "kata"}},
    {GOOD "extern \"C\" void sim_end(void) __attribute__((weak));\n"
          "void f() { if (sim_end) sim_end(); }", {"'sim_'", "kata"}},
    {GOOD "static int sim_steps(int n) { return n; } int y = sim_steps(3);",
     {NULL}},
    {GOOD "extern \"C\" int pkey_set(int, unsigned); int f() { return "
          "pkey_set(1, 0); }", {"'pkey_set'", "no exercise needs"}},
    {GOOD "extern \"C\" void *dlsym(void *, const char *); void *f() { return "
          "dlsym(0, \"nvtxInitialize\"); }", {NULL}}, // CUB, by NVTX
    // nvcc's stub for a kernel of the entry's name
    {GOOD "void __device_stub__Z3addPKfPfi(const float *, float *, int) {}\n"
          "extern \"C\" void __device_stub__Z3addPKfPfi() {}",
     {"__global__ kernel", decl}},
};
// clang-format on

START_TEST(what_is_wrong_is_said_in_plain_words) {
    const char *remark = judge(rows[_i].text);
    for (int i = 0; i < 2 && rows[_i].says[i]; i++) {
        ck_assert_msg(remark, "nothing said of: %s", rows[_i].text);
        ck_assert_msg(strstr(remark, rows[_i].says[i]), "%s", remark);
    }
    if (!rows[_i].says[0]) ck_assert_msg(!remark, "%s", remark);
}
END_TEST

// clang-format off
static const struct Intruder {
    const char *text, *says; // NULL: does not intrude
} intruders[] = {
    {GOOD "__attribute__((constructor)) static void f() {}", NULL},
    {GOOD "__attribute__((constructor(103))) static void f() {}", NULL},
    {GOOD "struct S { S(); }; S::S() {} S s;", NULL},
    {GOOD "__attribute__((constructor(1))) static void f() {}", "priority"},
    {GOOD "asm(\"kata_call:\\nnop\");", "kata's own name"},
#ifdef __x86_64__
    {GOOD "void f() { asm(\"wrpkru\" : : \"a\"(0), \"c\"(0), \"d\"(0)); }",
     "protected memory"},
    {GOOD "void f(void *p) { asm(\"xrstor (%0)\" : : \"r\"(p)); }",
     "protected memory"},
    {GOOD "void f() { asm(\"lfence\\nrdtsc\" : : : \"eax\", \"edx\"); }", NULL},
#endif
    {GOOD "__attribute__((constructor(102))) static void f() {}", "priority"},
    {GOOD "asm(\".section .init_array.x,\\\"aw\\\"\\n.quad 0\\n.previous\");",
     "priority"},
    {GOOD "asm(\".section .ctors.65500,\\\"aw\\\"\\n.quad 0\\n.previous\");",
     "priority"},
    {GOOD "asm(\".section .ctors.00500,\\\"aw\\\"\\n.quad 0\\n.previous\");", NULL},
    {GOOD "static void f() {}\n__attribute__((section(\".preinit_array\"), used))"
          " static void (*early)() = f;", "before every constructor"},
    {GOOD "asm(\".section .init,\\\"ax\\\"\\nnop\\n.previous\");",
     "before every constructor"},
    {GOOD "asm(\".section .text.w,\\\"awx\\\"\\nnop\\n.previous\");",
     "can be written to"},
    {GOOD "extern \"C\" { static void f() {} void (*pick())() { return f; }"
          "void g() __attribute__((ifunc(\"pick\"))); }", "ifunc"},
};
// clang-format on

START_TEST(what_would_come_before_kata_is_seen) {
    const struct Intruder *t = &intruders[_i];
    Symbols s;
    ck_assert(symbols_load(&a, compile("learner", t->text), &s, &err));
    if (t->says)
        ck_assert_msg(s.intrudes && strstr(s.intrudes, t->says), "%s: %s",
                      t->text, s.intrudes ? s.intrudes : "nothing");
    else
        ck_assert_msg(!s.intrudes, "%s: %s", t->text, s.intrudes);
}
END_TEST

START_TEST(only_the_entry_stays_visible) {
    const char *object = compile(
        "learner", GOOD "int helper() { return 1; }\n"
                        "inline int folded() { return helper(); }\n"
                        "template <class T> T twice(T x) { return x + x; }\n"
                        "int use() { return twice(folded()); }\n"
                        "extern \"C\" long read(int, void *, unsigned long) "
                        "{ return 42; }\n");
    Symbols s;
    ck_assert(symbols_load(&a, object, &s, &err));
    ck_assert_msg(
        symbols_hide(&a, object, &s, (const char *[]){wanted, NULL}, &err),
        "%s", err.msg);
    ck_assert(symbols_load(&a, object, &s, &err));
    int strong = 0, weak = 0;
    for (int i = 0; i < s.n; i++) {
        if (!s.at[i].defined) continue;
        strong += !s.at[i].weak;
        weak += s.at[i].weak;
        if (!s.at[i].weak) ck_assert_str_eq(s.at[i].name, wanted);
    }
    ck_assert_int_eq(strong, 1);
    ck_assert_int_eq(weak, 2); // folded and twice<int>
}
END_TEST

START_TEST(a_hidden_object_links_beside_one_with_the_same_inlines) {
    const char *text =
        GOOD "template <class T> T twice(T x) { return x + x; }\n"
             "int use() { return twice(1); }\n";
    const char *object = compile("learner", text);
    const char *other =
        compile("other", "template <class T> T twice(T x) { return x + x; }\n"
                         "int use() { return twice(2); }\n"
                         "void add(const float *a, float *b, int n);\n"
                         "int main() { float x = 0, y; add(&x, &y, 0); "
                         "return use() - 4; }\n");
    Symbols s;
    ck_assert(symbols_load(&a, object, &s, &err));
    ck_assert(
        symbols_hide(&a, object, &s, (const char *[]){wanted, NULL}, &err));
    const char *program = path_join(&a, dir, "program");
    const char *link[] = {"g++", "-o", program, object, other, NULL};
    run(link);
    const char *go[] = {program, NULL};
    run(go);
}
END_TEST

START_TEST(a_file_that_is_no_object_is_refused) {
    const char *bad[] = {"", "hello", "\177ELF\2\1\1", NULL};
    Symbols s;
    for (int i = 0; bad[i]; i++) {
        const char *path = path_join(&a, dir, "bad.o");
        ck_assert(file_write(path, bad[i], strlen(bad[i]), &err));
        ck_assert(!symbols_load(&a, path, &s, &err));
        err_clear(&err);
    }
}
END_TEST

START_TEST(a_cut_object_is_refused_at_every_length) {
    const char *object = compile("learner", GOOD);
    Buf whole = {0};
    ck_assert(file_read(object, &whole, &err));
    const char *path = path_join(&a, dir, "cut.o");
    for (size_t n = 0; n < whole.len; n += 7) {
        Symbols s;
        ck_assert(file_write(path, whole.data, n, &err));
        symbols_load(&a, path, &s, &err); // must not read beyond it
        err_clear(&err);
    }
    buf_free(&whole);
}
END_TEST

SUITE_OF(symbols) {
    Suite *s = suite_create("symbols");
    TCase *t = tcase_create("objects");
    tcase_set_timeout(t, 60);
    tcase_set_tags(t, "fork");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_shims_one_call_is_the_entry);
    tcase_add_test(t, a_forbidden_library_is_found_by_its_names);
    tcase_add_test(t, what_looks_for_libraries_is_found);
    tcase_add_test(t, a_test_finds_the_function_that_it_calls);
    tcase_add_loop_test(t, what_is_wrong_is_said_in_plain_words, 0,
                        COUNT_OF(rows));
    tcase_add_loop_test(t, what_would_come_before_kata_is_seen, 0,
                        COUNT_OF(intruders));
    tcase_add_test(t, only_the_entry_stays_visible);
    tcase_add_test(t, a_hidden_object_links_beside_one_with_the_same_inlines);
    tcase_add_test(t, a_file_that_is_no_object_is_refused);
    tcase_add_test(t, a_cut_object_is_refused_at_every_length);
    suite_add_tcase(s, t);
    return s;
}
