// build: from a file to a binary in the cache, with the real nvcc (skipped, and
// says so, where there is none) and fixtures/fake_cudart.c in place of the
// simulated device, so that these tests need nothing that is built elsewhere.
#include "base/day.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "build/build.h"
#include "build/options.h"
#include "build/sources.h"
#include "tests/tests.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[] = "/tmp/kata-build-XXXXXX";
static Arena forever, a;
static Toolkit tk;
static bool has_nvcc;
static BuildPlaces places;

#define GOOD                                                                   \
    "__global__ void k(const float *a, float *b, int n) {\n"                   \
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"                     \
    "    if (i < n) b[i] = a[i] + 1;\n}\n"                                     \
    "void add(const float *a, float *b, int n) { k<<<1, 32>>>(a, b, n); }\n"

static const char decl[] = "void add(const float *a, float *b, int n)";
static const char shim[] =
    "void add(const float *a, float *b, int n);\n"
    "extern \"C\" void kata_call(void **a) {\n"
    "    add(*(const float **)a[0], *(float **)a[1], *(int *)a[2]);\n}\n";

static void tool(const char *const *argv) {
    Proc p;
    Err err = {0};
    ck_assert_msg(proc_run(argv, NULL, &p, &err), "%s", err.msg);
    ck_assert_msg(p.status == 0, "%s", buf_text(&p.err));
    proc_free(&p);
}

static const char *put(const char *name, const char *text) {
    Err err = {0};
    const char *path = path_join(&forever, dir, name);
    ck_assert_msg(file_write(path, text, strlen(text), &err), "%s", err.msg);
    return path;
}

// lib/: a runtime over malloc and a runner that only calls.
static void make_lib(void) {
    ck_assert_ptr_nonnull(mkdtemp(dir));
    Err err = {0};
    places.cache = path_join(&forever, dir, "cache");
    places.lib = path_join(&forever, dir, "lib");
    ck_assert(path_make_dirs(places.lib, &err));
    has_nvcc = toolkit_find(&forever, ".build", &tk, &err);
    if (!has_nvcc)
        fprintf(stderr, "build: SKIPPED: %s (%s)\n", err.msg, err.hint);

    const char *fake = path_join(&forever, dir, "fake.o");
    const char *cudart[] = {"cc", "-c", "harness/tests/fixtures/fake_cudart.c",
                            "-o", fake, NULL};
    tool(cudart);
    const char *ar[] = {"ar", "rcs",
                        path_join(&forever, places.lib, "libkatasim.a"), fake,
                        NULL};
    tool(ar);
    const char *runner = put("runner.c", "void kata_call(void **a);\n"
                                         "int main(void) { void *p = 0;\n"
                                         "    int n = 0;\n"
                                         "    void *a[] = {&p, &p, &n};\n"
                                         "    kata_call(a);\n"
                                         "    return 0;\n}\n");
    const char *cc[] = {
        "cc", "-c", runner, "-o", path_join(&forever, places.lib, "runner.o"),
        NULL};
    tool(cc);
    const char *host = put("host.c", "int nothing;\n");
    const char *cc2[] = {"cc",
                         "-c",
                         host,
                         "-o",
                         path_join(&forever, places.lib, "katasim_host.o"),
                         NULL};
    tool(cc2);
}

static void remove_lib(void) {
    Err err = {0};
    path_remove_all(dir, &err);
    arena_reset(&forever);
}

static const BuildFunction entry = {"add", decl};
static BuildResult res;
static Err err;

static void forget(void) {
    err_clear(&err);
    arena_reset(&a);
}

static BuildJob job(const char *source) {
    return (BuildJob){.backend = &backend_sim,
                      .cc = 90,
                      .source = source,
                      .entry = "add",
                      .functions = &entry,
                      .nfunctions = 1,
                      .shim = shim};
}

static bool build(const char *source) {
    BuildJob j = job(source);
    return build_run(&a, &tk, &places, &j, &res, &err);
}

static void build_without(const char *source, const char *const *forbids) {
    BuildJob j = job(source);
    err_clear(&err);
    j.forbids = forbids;
    build_run(&a, &tk, &places, &j, &res, &err);
}

// Folders in the cache that are not whole entries.
static int unfinished(void) {
    int n, found = 0;
    char **names = path_list(&a, places.cache, &n);
    for (int i = 0; i < n; i++)
        found += str_starts(names[i], "tmp-");
    return found;
}

START_TEST(a_good_file_becomes_a_binary_once) {
    if (!has_nvcc) return;
    const char *source = put("good.cu", GOOD);
    ck_assert_msg(build(source), "%s", err.msg);
    ck_assert(!res.cached);
    ck_assert_int_gt(res.registers, 0);
    ck_assert_int_eq(res.spill_bytes, 0);
    ck_assert_str_eq(res.diagnostics, "");
    ck_assert_ptr_nonnull(strstr(res.command, "good.cu"));
    const char *first = res.binary;
    const char *go[] = {first, NULL};
    tool(go);

    int registers = res.registers;
    ck_assert(build(source));
    ck_assert(res.cached);
    ck_assert_str_eq(res.binary, first);
    ck_assert_int_eq(res.registers, registers);
    ck_assert_int_eq(unfinished(), 0);
}
END_TEST

START_TEST(what_is_read_is_in_the_key) {
    if (!has_nvcc) return;
    put("inner.h", "#define ONE 1\n");
    put("outer.h", "  #  include \"inner.h\"\n");
    const char *source = put("key.cu", "#include \"outer.h\"\n" GOOD);
    ck_assert_msg(build(source), "%s", err.msg);
    const char *key = res.key;

    put("inner.h", "#define ONE 1.0\n");
    ck_assert(build(source));
    ck_assert(!res.cached);
    ck_assert_str_ne(res.key, key);

    put("inner.h", "#define ONE 1\n");
    ck_assert(build(source));
    ck_assert(res.cached);
    ck_assert_str_eq(res.key, key);

    // A runner that was rebuilt is another runner.
    const char *runner = path_join(&a, places.lib, "runner.o");
    const char *strip[] = {"strip", "-g", runner, NULL};
    tool(strip);
    const char *note[] = {"objcopy", "--add-section", ".note.x=/etc/hostname",
                          runner, NULL};
    tool(note);
    ck_assert(build(source));
    ck_assert_str_ne(res.key, key);
}
END_TEST

static const char *only_object(void) {
    char **names = path_list(&a, places.cache, NULL);
    const char *found = NULL;
    for (; *names; names++)
        if (str_starts(*names, "object-")) {
            ck_assert_ptr_null(found);
            found = path_join(&a, places.cache, *names);
        }
    ck_assert_ptr_nonnull(found);
    return found;
}

static void change_the_runner(const char *section) {
    const char *note[] = {"objcopy", "--add-section",
                          arena_fmt(&a, "%s=/etc/hostname", section),
                          path_join(&a, places.lib, "runner.o"), NULL};
    tool(note);
}

// The compiler is not run: what it is remembered to have printed is shown.
START_TEST(an_object_outlives_a_change_of_katas_own_parts) {
    if (!has_nvcc) return;
    const char *source = put("lasting.cu", GOOD "// an object of its own\n");
    const char *objects[] = {
        "sh", "-c", arena_fmt(&a, "rm -f %s/object-*", places.cache), NULL};
    tool(objects);
    ck_assert_msg(build(source), "%s", err.msg);
    const int registers = res.registers;
    const char *kept = only_object();
    Buf all = {0}, altered = {0};
    ck_assert(file_read(kept, &all, &err));
    static const char said[] = "ptxas info    : Used 77 registers\n";
    size_t printed;
    int head;
    ck_assert_int_eq(sscanf(all.data, "kata object 1 %zu%n", &printed, &head),
                     1);
    const size_t object = (size_t)head + 1 + printed;
    buf_fmt(&altered, "kata object 1 %zu\n%s", strlen(said), said);
    buf_add(&altered, all.data + object, all.len - object);
    ck_assert(file_write(kept, altered.data, altered.len, &err));

    change_the_runner(".note.y");
    ck_assert_msg(build(source), "%s", err.msg);
    ck_assert(!res.cached);
    ck_assert_int_eq(res.registers, 77);
    const char *go[] = {res.binary, NULL};
    tool(go);

    // A broken one is compiled again.
    ck_assert(file_write(kept, altered.data, 20, &err));
    change_the_runner(".note.z");
    ck_assert_msg(build(source), "%s", err.msg);
    ck_assert_int_eq(res.registers, registers);
    buf_free(&all);
    buf_free(&altered);
}
END_TEST

START_TEST(a_mistake_is_told_in_the_compilers_words_and_leaves_nothing) {
    if (!has_nvcc) return;
    const char *source =
        put("bad.cu", "__global__ void k(float *a) { a[theadIdx.x] = 1; }\n");
    ck_assert(!build(source));
    ck_assert_int_eq(err.kind, ERR_BUILD);
    ck_assert_ptr_nonnull(strstr(res.diagnostics, source));
    ck_assert_ptr_nonnull(
        strstr(res.diagnostics, "identifier \"theadIdx\" is undefined"));
    ck_assert_ptr_nonnull(strstr(res.remark, "'threadIdx'"));
    ck_assert(*err.hint);
    ck_assert_int_eq(unfinished(), 0);
}
END_TEST

START_TEST(a_file_without_the_entry_says_what_to_write) {
    if (!has_nvcc) return;
    ck_assert(!build(put("empty.cu", "// TODO\n")));
    ck_assert_int_eq(err.kind, ERR_BUILD);
    ck_assert_ptr_nonnull(strstr(res.remark, decl));
    ck_assert_int_eq(unfinished(), 0);
}
END_TEST

START_TEST(a_kernel_of_the_entrys_name_is_explained) {
    if (!has_nvcc) return;
    ck_assert(!build(put("kernel.cu",
                         "__global__ void add(const float *a, float *b, int n) "
                         "{ b[0] = a[0]; }\n")));
    ck_assert_int_eq(err.kind, ERR_BUILD);
    ck_assert_ptr_nonnull(strstr(res.remark, "__global__ kernel"));
}
END_TEST

START_TEST(a_runtime_of_the_learners_own_is_refused) {
    if (!has_nvcc) return;
    ck_assert(!build(put("mine.cu", GOOD
                         "extern \"C\" cudaError_t cudaEventQuery(cudaEvent_t) "
                         "{ return cudaSuccess; }\n")));
    ck_assert_int_eq(err.kind, ERR_BUILD);
    ck_assert_msg(res.remark, "%s", res.diagnostics);
    ck_assert_msg(strstr(res.remark, "'cudaEventQuery'"), "%s", res.remark);
}
END_TEST

// <cuda/std/bit> brings cuda_fp8.h along, which is no use of it.
START_TEST(a_forbidden_header_is_the_one_that_the_file_includes) {
    static const char *const headers[] = {"cooperative_groups/reduce.h",
                                          "cuda_fp8.h", NULL};
    static const struct {
        const char *line, *found;
    } rows[] = {
        {"#include <cooperative_groups/reduce.h>\n", "cooperative_groups/redu"},
        {"#include \"cuda_fp8.h\"\n", "cuda_fp8.h"},
        {"#include <cuda/std/bit>\n", NULL},
        {"// no #include <cuda_fp8.h>\n", NULL},
        {"#include <cooperative_groups/re\\\nduce.h>\n",
         "cooperative_groups/redu"},
        {"#define H <cuda_fp8.h>\n#include H\n", "cuda_fp8.h"},
        {"#include <./cooperative_groups//reduce.h>\n",
         "cooperative_groups/redu"},
    };
    for (size_t i = 0; has_nvcc && i < COUNT_OF(rows); i++) {
        const char *name = arena_fmt(&a, "header-%zu.cu", i);
        const char *text = arena_fmt(&a, "%s%s", rows[i].line, GOOD);
        // The runtime of these tests has no variables, so <cuda/std/bit> is not
        // linked: only the remark counts.
        build_without(put(name, text), headers);
        const char *word = rows[i].found ? rows[i].found : "leaves the work";
        bool says = res.remark && strstr(res.remark, word);
        ck_assert_msg(says == !!rows[i].found, "%s", rows[i].line);
    }
}
END_TEST

START_TEST(kernels_of_a_library_are_not_the_learners) {
    static const struct {
        const char *text;
        bool own;
    } rows[] = {
        {"namespace cub { __global__ void k() {} }\n", false},
        {"namespace thrust { namespace detail { __global__ void k() {} } }\n",
         false},
        {"namespace cub { __device__ int f() { return 1; } }\n"
         "__global__ void k(int *p) { *p = cub::f(); }\n",
         true},
        {"namespace mine { __global__ void cub() {} }\n", true},
        {"namespace mine { namespace cub { __global__ void k() {} } }\n",
         false},
    };
    for (size_t i = 0; has_nvcc && i < COUNT_OF(rows); i++) {
        const char *name = arena_fmt(&a, "kernels-%zu.cu", i);
        BuildJob j = job(put(name, arena_fmt(&a, "%s%s", rows[i].text, GOOD)));
        for (int must = 0; must < 2; must++) {
            err_clear(&err);
            j.own_kernels = must;
            build_run(&a, &tk, &places, &j, &res, &err);
            bool found = res.remark && strstr(res.remark, "CUB or Thrust");
            ck_assert_msg(found == (must && !rows[i].own), "%zu", i);
        }
    }
}
END_TEST

START_TEST(an_instruction_that_an_exercise_forbids_is_found) {
    static const char *const words[] = {"mma.sync", "exit.now", "bar.warp",
                                        NULL};
    if (!has_nvcc) return;
    build_without(put("never.cu",
                      GOOD "__global__ void never(int n) {\n"
                           "    if (n == 12345) __syncwarp();\n}\n"),
                  words);
    ck_assert_ptr_nonnull(res.remark);
    ck_assert_ptr_nonnull(strstr(res.remark, "instruction 'bar.warp'"));
    build_without(put("mentions.cu", GOOD "// mma.sync bar.warp\n"), words);
    ck_assert(!res.remark || !strstr(res.remark, "instruction"));
    const char *loads = put("loads.cu", "#include <dlfcn.h>\n" GOOD
                                        "void *f() { return dlopen(\"x\", "
                                        "RTLD_NOW); }\n");
    build_without(loads, words);
    ck_assert_ptr_nonnull(strstr(res.remark, "loads a library"));
    for (int must = 0; must < 2; must++) {
        BuildJob j = job(loads);
        err_clear(&err);
        j.own_kernels = must;
        build_run(&a, &tk, &places, &j, &res, &err);
        bool found = res.remark && strstr(res.remark, "loads a library");
        ck_assert_int_eq(found, must);
    }
}
END_TEST

START_TEST(an_unknown_cuda_function_is_the_simulators_gap) {
    if (!has_nvcc) return;
    ck_assert(
        !build(put("gap.cu", GOOD "void f() { cudaDestroyExternalMemory(0); "
                                  "}\nauto keep = f;\n")));
    ck_assert_int_eq(err.kind, ERR_BUILD);
    ck_assert_ptr_nonnull(strstr(res.remark, "cudaDestroyExternalMemory"));
    ck_assert_ptr_nonnull(strstr(res.remark, "simulated runtime"));
}
END_TEST

START_TEST(a_whole_program_is_linked_as_it_is) {
    if (!has_nvcc) return;
    BuildJob j = {.backend = &backend_sim,
                  .cc = 75,
                  .source = put("whole.cu", GOOD "int main() { return 0; }\n")};
    ck_assert_msg(build_run(&a, &tk, &places, &j, &res, &err), "%s", err.msg);
    const char *go[] = {res.binary, NULL};
    tool(go);
    j.source = put("nomain.cu", GOOD);
    ck_assert(!build_run(&a, &tk, &places, &j, &res, &err));
    ck_assert_ptr_nonnull(strstr(res.remark, "no main()"));
}
END_TEST

START_TEST(two_are_built_side_by_side) {
    if (!has_nvcc) return;
    BuildJob good = job(put("one.cu", GOOD)), bad = job(put("two.cu", "//\n"));
    BuildResult other = {0};
    Build *one = build_start(&a, &tk, &places, &good, &res);
    Build *two = build_start(&a, &tk, &places, &bad, &other);
    ck_assert(!build_finish(two, &err));
    ck_assert_int_eq(err.kind, ERR_BUILD);
    ck_assert_ptr_null(other.binary);
    err_clear(&err);
    ck_assert(build_finish(one, &err));
    ck_assert_ptr_nonnull(res.binary);
}
END_TEST

START_TEST(what_is_dropped_ends_at_once_and_leaves_nothing) {
    if (!has_nvcc) return;
    // Templates that take the compiler some minutes.
    BuildJob slow =
        job(put("slow.cu",
                "template <int N, int M> struct F { enum {"
                " v = (F<N - 1, M * 2>::v + F<N - 1, M * 2 + 1>::v) % 7 }; };\n"
                "template <int M> struct F<0, M> { enum { v = M % 7 }; };\n"
                "int keep = F<20, 1>::v;\n" GOOD));
    double begin = clock_seconds();
    Build *b = build_start(&a, &tk, &places, &slow, &res);
    build_drop(b);
    ck_assert(clock_seconds() - begin < 10);
    ck_assert_ptr_null(res.binary);
    ck_assert_int_eq(unfinished(), 0);
}
END_TEST

START_TEST(a_damaged_entry_is_built_again) {
    if (!has_nvcc) return;
    const char *source = put("good.cu", GOOD);
    ck_assert(build(source));
    ck_assert_int_eq(truncate(res.binary, 100), 0);
    ck_assert(build(source));
    ck_assert(!res.cached);
    const char *go[] = {res.binary, NULL};
    tool(go);
}
END_TEST

START_TEST(what_a_dead_kata_left_is_swept) {
    if (!has_nvcc) return;
    // A pid beyond the largest.
    const char *left = path_join(&a, places.cache, "tmp-999999999-1");
    ck_assert(path_make_dirs(left, &err));
    ck_assert(build(put("sweep.cu", GOOD "// sweep\n")));
    ck_assert(!path_exists(left));
}
END_TEST

START_TEST(a_missing_file_and_a_missing_part_have_hints) {
    if (!has_nvcc) return;
    ck_assert(!build(path_join(&a, dir, "nosuch.cu")));
    ck_assert_int_eq(err.kind, ERR_INPUT);
    ck_assert(*err.hint);
    BuildPlaces nowhere = {places.cache, dir};
    BuildJob j = job(put("good.cu", GOOD));
    ck_assert(!build_run(&a, &tk, &nowhere, &j, &res, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_str_eq(err.hint, "make");
}
END_TEST

START_TEST(a_reference_is_compiled_and_kept) {
    const char *source =
        put("reference.c", "void reference(int *x);\n"
                           "void reference(int *x) { *x += 1; }\n");
    const char *call = "void reference(int *x);\n"
                       "void kata_reference(void **a);\n"
                       "void kata_reference(void **a) { reference(a[0]); }\n";
    const char *path = build_reference(&a, &places, source, call, &err);
    ck_assert_msg(path, "%s", err.msg);
    void *lib = dlopen(path, RTLD_NOW);
    ck_assert_msg(lib, "%s", dlerror());
    void (*fn)(void **);
    *(void **)&fn = dlsym(lib, "kata_reference");
    int x = 41;
    void *args[] = {&x};
    fn(args);
    ck_assert_int_eq(x, 42);
    dlclose(lib);

    struct stat before, after;
    stat(path, &before);
    ck_assert_str_eq(build_reference(&a, &places, source, call, &err), path);
    stat(path, &after);
    ck_assert(before.st_ino == after.st_ino);
    ck_assert_int_eq(unfinished(), 0);
}
END_TEST

START_TEST(a_reference_that_is_wrong_is_the_authors_mistake) {
    const char *source = put("wrong.c", "void reference(int *x) { *x = ; }\n");
    ck_assert_ptr_null(build_reference(&a, &places, source, "int y;", &err));
    ck_assert_int_eq(err.kind, ERR_INPUT);
    ck_assert_ptr_nonnull(strstr(err.msg, "wrong.c"));
    ck_assert_int_eq(unfinished(), 0);
}
END_TEST

START_TEST(options_that_a_file_sets_are_found) {
    static const struct {
        const char *text;
        int line;
    } all[] = {
        {"int f;\n#pragma GCC optimize(\"O3\")\n", 2},
        {"__attribute__((__optimize__(\"O3\"))) int f;", 1},
        {"__attribute__((hot,\n optimize(\"O3\"))) int f;", 2},
        {"[[gnu::optimize(3)]] int f;", 1},
        {"# 7 \"a.c\"\nint g;\n#pragma GCC optimize 3\n", 8},
        {"__attribute__((no_sanitize(\"address\"))) int f;", 1},
        {"__attribute__((no_sanitize_undefined)) int f;", 1},
        // The file says that it is a header of the system's.
        {"# 1 \"/usr/include/x.h\" 1 3 4\n#pragma GCC optimize 3\n", 1},
        // Not options: a loop's, a name, a text.
        {"#pragma GCC unroll 4\nvoid optimize(int n);\n", 0},
        {"__attribute__((hot)) int f; int optimize(int n) {}\n", 0},
        {"__attribute__((section(\"optimize\"))) int f;\n", 0},
        {"", 0},
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        ck_assert_msg(options_line(all[i].text) == all[i].line, "%s: %d",
                      all[i].text, options_line(all[i].text));
}
END_TEST

START_TEST(words_that_an_exercise_forbids_are_found) {
    static const struct {
        const char *text, *word;
        int line;
    } all[] = {
        {"int f(void)\n{ __asm__ volatile(\"nop\"); }\n", "asm", 2},
        {"int f(int x) { if (x) asm(\"nop\"); }", "asm", 1},
        {"int g;\nasm(\".globl f\");\n", "asm", 2},
        {"int g(void) {}\n__asm(\"f:\");\n", "asm", 2},
        {"typedef float V __attribute__((__vector_size__(16)));", "vector_size",
         1},
        {"[[gnu::vector_size(16)]] float v;", "vector_size", 1},
        {"typedef float V\n__attribute__((mode(V4SF)));", "vector_size", 2},
        {"typedef int V __attribute__((__mode__( __V16QI__)));", "vector_size",
         1},
        {"# 1 \"a.c\"\n# 5 \"a.c\"\nint g;\n_Float16 h;", "_Float16", 6},
        {"# 1 \"a.c\"\n# 1 \"/usr/x.h\" 1 3\nV __vector_size__;\n",
         "vector_size", -1},
        {"# 1 \"a.c\"\n# 1 \"x.h\" 1\nint g;\n# 3 \"a.c\" 2\nint asm;\n", "int",
         -1},
        {"# 1 \"a.c\"\n# 1 \"x.h\" 1\n\n# 3 \"a.c\" 2\nint h;\n", "int", 3},
        // Not the word: a name for the linker, a text, a longer name.
        {"int f(void) __asm__(\"g\");\n", "asm", 0},
        {"int f(void)\n  __asm__ (\"\" \"g\") ;", "asm", 0},
        {"char s[] = \"asm\"; char c = '\\'';\nint asm_of, asms;", "asm", 0},
        {"#pragma asm\nint vector_sizes;", "asm", 0},
        {"int vector_sizes;", "vector_size", 0},
        {"int n __attribute__((__mode__(__word__)));", "vector_size", 0},
        {"float V4SF, f(V4);", "vector_size", 0},
        {"", "asm", 0},
    };
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        int line = options_word_line(all[i].text, all[i].word);
        ck_assert_msg(line == all[i].line, "%s: %d", all[i].text, line);
    }
}
END_TEST

SUITE_OF(build) {
    Suite *s = suite_create("build");
    TCase *t = tcase_create("nvcc");
    tcase_set_timeout(t, 300);
    tcase_set_tags(t, "fork");
    tcase_add_unchecked_fixture(t, make_lib, remove_lib);
    tcase_add_test(t, options_that_a_file_sets_are_found);
    tcase_add_test(t, words_that_an_exercise_forbids_are_found);
    tcase_add_checked_fixture(t, NULL, forget);
    tcase_add_test(t, a_good_file_becomes_a_binary_once);
    tcase_add_test(t, what_is_read_is_in_the_key);
    tcase_add_test(t, an_object_outlives_a_change_of_katas_own_parts);
    tcase_add_test(t,
                   a_mistake_is_told_in_the_compilers_words_and_leaves_nothing);
    tcase_add_test(t, a_file_without_the_entry_says_what_to_write);
    tcase_add_test(t, a_kernel_of_the_entrys_name_is_explained);
    tcase_add_test(t, a_runtime_of_the_learners_own_is_refused);
    tcase_add_test(t, a_forbidden_header_is_the_one_that_the_file_includes);
    tcase_add_test(t, an_instruction_that_an_exercise_forbids_is_found);
    tcase_add_test(t, kernels_of_a_library_are_not_the_learners);
    tcase_add_test(t, an_unknown_cuda_function_is_the_simulators_gap);
    tcase_add_test(t, a_whole_program_is_linked_as_it_is);
    tcase_add_test(t, two_are_built_side_by_side);
    tcase_add_test(t, what_is_dropped_ends_at_once_and_leaves_nothing);
    tcase_add_test(t, a_damaged_entry_is_built_again);
    tcase_add_test(t, what_a_dead_kata_left_is_swept);
    tcase_add_test(t, a_missing_file_and_a_missing_part_have_hints);
    tcase_add_test(t, a_reference_is_compiled_and_kept);
    tcase_add_test(t, a_reference_that_is_wrong_is_the_authors_mistake);
    suite_add_tcase(s, t);
    return s;
}
