// toolkit: nvcc is found where it is, and asked, not guessed. The candidates
// are shell scripts that print what nvcc --dryrun prints.
#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "build/answers.h"
#include "build/library.h"
#include "build/nvcc.h"
#include "build/toolkit.h"
#include "tests/tests.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[] = "/tmp/kata-toolkit-XXXXXX";
static Arena a;
static Err err;
static Toolkit tk;

static void setup(void) {
    strcpy(dir, "/tmp/kata-toolkit-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    unsetenv("KATA_NVCC");
    unsetenv("CUDA_HOME");
    unsetenv("NVCC_CCBIN");
    unsetenv("KATA_COMPILE_S");
    err = (Err){0};
}

static void teardown(void) {
    path_remove_all(dir, &err);
    arena_reset(&a);
}

static void put(const char *name, const char *text, int mode) {
    const char *path = path_join(&a, dir, name);
    ck_assert(path_make_dirs(path_dir(&a, path), &err));
    ck_assert(file_write(path, text, strlen(text), &err));
    ck_assert_int_eq(chmod(path, (mode_t)mode), 0);
}

// A toolkit in dir/<where>: its nvcc, headers and runtime.
static const char *fake_toolkit(const char *where, int major, int minor) {
    put(arena_fmt(&a, "%s/bin/nvcc", where),
        arena_fmt(&a,
                  "#!/bin/sh\n"
                  "top=%s/%s\n"
                  "cat >&2 <<END\n"
                  "#$ INCLUDES=\"-I$top/include\"  \n"
                  "#$ SYSTEM_INCLUDES=\"-isystem\" \"$top/cccl\"  \n"
                  "#$ LIBRARIES=  \"-L$top/stubs\" \"-L$top/lib\"\n"
                  "#$ gcc -D__CUDACC_VER_MAJOR__=%d -D__CUDACC_VER_MINOR__=%d "
                  "-D__CUDACC_VER_BUILD__=89 x.cu\n"
                  "END\n",
                  dir, where, major, minor),
        0755);
    put(arena_fmt(&a, "%s/include/cuda_runtime.h", where), "", 0644);
    put(arena_fmt(&a, "%s/include/crt/host_config.h", where),
        "#if __GNUC__ > 99\n", 0644);
    put(arena_fmt(&a, "%s/lib/libcudart_static.a", where), "", 0644);
    return path_join(&a, dir, arena_fmt(&a, "%s/bin/nvcc", where));
}

START_TEST(the_one_named_is_asked_for_its_parts) {
    setenv("KATA_NVCC", fake_toolkit("mine", 11, 8), 1);
    ck_assert_msg(toolkit_find(&a, dir, &tk, &err), "%s", err.msg);
    ck_assert_str_eq(tk.version, "11.8.89");
    ck_assert_int_eq(tk.major, 11);
    ck_assert_str_eq(tk.include, path_join(&a, dir, "mine/include"));
    ck_assert_str_eq(tk.libdir, path_join(&a, dir, "mine/lib"));
    ck_assert(!tk.cxx_too_new);
}
END_TEST

START_TEST(one_that_does_not_work_is_named) {
    put("bad/nvcc", "#!/bin/sh\nexit 1\n", 0755);
    setenv("KATA_NVCC", path_join(&a, dir, "bad/nvcc"), 1);
    ck_assert(!toolkit_find(&a, dir, &tk, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_ptr_nonnull(strstr(err.msg, "bad/nvcc"));
    ck_assert(*err.hint);
}
END_TEST

START_TEST(the_wheels_are_found_last_and_say_so) {
    // Only what the scripts need: no other nvcc, but a cat and a g++.
    setenv("PATH", "/bin:/usr/bin", 1);
    fake_toolkit("toolkit", 13, 0);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    if (strcmp(tk.origin, "installed") == 0) return; // /usr/local/cuda is there
    ck_assert_str_eq(tk.origin, "wheels");
    ck_assert_int_eq(tk.major, 13);
}
END_TEST

START_TEST(a_broken_one_on_the_path_does_not_hide_a_good_one) {
    put("bin/nvcc", "#!/bin/sh\nexit 1\n", 0755);
    setenv("PATH", arena_fmt(&a, "%s/bin:/bin:/usr/bin", dir), 1);
    fake_toolkit("home", 12, 4);
    setenv("CUDA_HOME", path_join(&a, dir, "home"), 1);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    ck_assert_str_eq(tk.version, "12.4.89");
}
END_TEST

START_TEST(a_toolkit_without_the_runtime_still_serves_the_simulated_device) {
    setenv("KATA_NVCC", fake_toolkit("mine", 13, 0), 1);
    unlink(path_join(&a, dir, "mine/lib/libcudart_static.a"));
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    ck_assert_ptr_null(tk.libdir);
}
END_TEST

START_TEST(one_that_is_too_old_gives_way_to_a_later_one) {
    fake_toolkit("old", 11, 5);
    fake_toolkit("home", 11, 8);
    setenv("PATH", arena_fmt(&a, "%s/old/bin:/bin:/usr/bin", dir), 1);
    setenv("CUDA_HOME", path_join(&a, dir, "home"), 1);
    ck_assert_msg(toolkit_find(&a, dir, &tk, &err), "%s", err.msg);
    ck_assert_str_eq(tk.version, "11.8.89");

    setenv("KATA_NVCC", path_join(&a, dir, "old/bin/nvcc"), 1);
    ck_assert(!toolkit_find(&a, dir, &tk, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_ptr_nonnull(strstr(err.msg, "11.5: kata needs 11.8 or newer"));
}
END_TEST

START_TEST(one_that_does_not_answer_is_stopped) {
    put("bad/nvcc", "#!/bin/sh\nsleep 100\n", 0755);
    setenv("KATA_NVCC", path_join(&a, dir, "bad/nvcc"), 1);
    setenv("KATA_COMPILE_S", "1", 1);
    ck_assert(!toolkit_find(&a, dir, &tk, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_ptr_nonnull(strstr(err.msg, "stopped after 1 s"));
}
END_TEST

// ---- answers

// How often the nvcc of dir/mine was asked.
static int times_asked(void) {
    Buf text = {0};
    int n = 0;
    if (file_read(path_join(&a, dir, "asked"), &text, &err))
        for (size_t i = 0; i < text.len; i++)
            n += text.data[i] == '\n';
    err_clear(&err);
    buf_free(&text);
    return n;
}

// A toolkit whose nvcc keeps count.
static void fake_counting_toolkit(int major, int minor) {
    Buf text = {0};
    const char *nvcc = fake_toolkit("mine", major, minor);
    ck_assert(file_read(nvcc, &text, &err));
    put("mine/bin/nvcc",
        arena_fmt(&a, "#!/bin/sh\necho >>%s/asked\n%s", dir,
                  buf_text(&text) + strlen("#!/bin/sh\n")),
        0755);
    buf_free(&text);
    setenv("KATA_NVCC", nvcc, 1);
}

START_TEST(an_answer_is_remembered_until_the_tool_is_another) {
    fake_counting_toolkit(12, 4);
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(toolkit_find(&a, dir, &tk, &err), "%s", err.msg);
        ck_assert_str_eq(tk.version, "12.4.89");
        ck_assert_str_eq(tk.include, path_join(&a, dir, "mine/include"));
    }
    ck_assert_int_eq(times_asked(), 1);
    fake_counting_toolkit(13, 0);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    ck_assert_str_eq(tk.version, "13.0.89");
    ck_assert_int_eq(times_asked(), 2);
    // It reads this one.
    setenv("NVCC_APPEND_FLAGS", "-lineinfo", 1);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    unsetenv("NVCC_APPEND_FLAGS");
    ck_assert_int_eq(times_asked(), 3);
    answers_forget(dir);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    ck_assert_int_eq(times_asked(), 4);
}
END_TEST

// Cut short, of another time, or not of ours: asked again, and right.
START_TEST(a_spoilt_or_old_answer_is_no_answer) {
    static const char *const spoilt[] = {"", "kata 1 0 5\nabc",
                                         "kata 1 99999999999 0\nx", NULL};
    fake_counting_toolkit(12, 4);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    char **all = path_list(&a, path_join(&a, dir, "cache"), NULL);
    for (int i = 0; i < 4; i++) {
        for (char **name = all; *name; name++) {
            const char *file = arena_fmt(&a, "cache/%s", *name);
            const struct timespec old[2] = {{.tv_sec = 1e9}, {.tv_sec = 1e9}};
            if (spoilt[i]) put(file, spoilt[i], 0644);
            if (!spoilt[i])
                utimensat(AT_FDCWD, path_join(&a, dir, file), old, 0);
        }
        ck_assert(toolkit_find(&a, dir, &tk, &err));
        ck_assert_str_eq(tk.version, "12.4.89");
        ck_assert_int_eq(times_asked(), 2 + i);
    }
}
END_TEST

START_TEST(a_failure_is_not_remembered) {
    put("bad/nvcc", arena_fmt(&a, "#!/bin/sh\necho >>%s/asked\nexit 1\n", dir),
        0755);
    setenv("KATA_NVCC", path_join(&a, dir, "bad/nvcc"), 1);
    ck_assert(!toolkit_find(&a, dir, &tk, &err));
    int first = times_asked();
    ck_assert_int_gt(first, 0);
    err_clear(&err);
    ck_assert(!toolkit_find(&a, dir, &tk, &err));
    ck_assert_int_eq(times_asked(), 2 * first);
}
END_TEST

// ---- the host compiler

// A PATH with these compilers, "name=version name=version", and no others.
static void only_these(const char *compilers) {
    static const char *const tools[] = {"cat", "sh", "timeout", "sleep"};
    const char *cxx = path_join(&a, dir, "cxx");
    Str rest = str_of(compilers), word, name;

    ck_assert(path_make_dirs(cxx, &err));
    for (size_t i = 0; i < COUNT_OF(tools); i++)
        ck_assert_int_eq(
            symlink(proc_find(&a, tools[i]), path_join(&a, cxx, tools[i])), 0);
    while (str_cut(&rest, ' ', &word)) {
        str_cut(&word, '=', &name);
        put(arena_fmt(&a, "cxx/%.*s", (int)name.n, name.p),
            arena_fmt(&a, "#!/bin/sh\necho %.*s\n", (int)word.n, word.p), 0755);
    }
    setenv("PATH", cxx, 1);
}

typedef struct HostRow {
    const char *there, *want; // NULL: none will do
    bool given, too_new;
} HostRow;

// For an nvcc that takes g++ up to 11 and clang++ up to 14, as 11.8 does.
static const HostRow hosts[] = {
    {"g++=11.4.0", "g++", false, false},
    {"g++=12 g++-11=11 clang++=14.0.6", "cxx/g++-11", true, false},
    {"g++=13 g++-12=12 g++-10=10 g++-9=9", "cxx/g++-10", true, false},
    {"g++=12 clang++=14.0.6", "cxx/clang++", true, false},
    {"g++=12 clang++=16 clang++-14=14", "cxx/clang++-14", true, false},
    {"g++=12 clang++=16", "cxx/g++", true, true},
    {"clang++=14", "cxx/clang++", true, false},
    {"clang++=16", NULL, false, false},
    {"g++=", "cxx/g++", true, true}, // it does not say
};

START_TEST(the_host_compiler_is_one_that_nvcc_accepts) {
    const HostRow *r = &hosts[_i];
    setenv("KATA_NVCC", fake_toolkit("mine", 11, 8), 1);
    put("mine/include/crt/host_config.h",
        "#if __GNUC__ > 11\n#if (__clang_major__ >= 15) || (__clang_m\n", 0644);
    only_these(r->there);
    bool found = toolkit_find(&a, dir, &tk, &err);
    if (!r->want) {
        ck_assert(!found);
        ck_assert_int_eq(err.kind, ERR_ENV);
        ck_assert_ptr_nonnull(strstr(err.hint, "install g++"));
        return;
    }
    ck_assert_msg(found, "%s", err.msg);
    ck_assert_str_eq(tk.cxx, r->given ? path_join(&a, dir, r->want) : r->want);
    ck_assert_int_eq(tk.cxx_given, r->given);
    ck_assert_int_eq(tk.cxx_too_new, r->too_new);
}
END_TEST

START_TEST(an_nvcc_that_misses_gcc_is_asked_again_with_what_there_is) {
    const char *asked = fake_toolkit("mine", 13, 0);
    put("picky/nvcc",
        arena_fmt(&a,
                  "#!/bin/sh\n"
                  "case \"$*\" in *clang++*) exec %s;; esac\n"
                  "echo gcc: No such file or directory >&2\nexit 1\n",
                  asked),
        0755);
    setenv("KATA_NVCC", path_join(&a, dir, "picky/nvcc"), 1);
    only_these("clang++=14");
    ck_assert_msg(toolkit_find(&a, dir, &tk, &err), "%s", err.msg);
    ck_assert_str_eq(tk.cxx, path_join(&a, dir, "cxx/clang++"));

    unlink(path_join(&a, dir, "cxx/clang++"));
    ck_assert(!toolkit_find(&a, dir, &tk, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "no C++ compiler on this machine"));
}
END_TEST

START_TEST(the_variable_of_nvcc_itself_names_the_host_compiler) {
    setenv("KATA_NVCC", fake_toolkit("mine", 11, 8), 1);
    only_these("g++=11 g++-9=9");
    setenv("NVCC_CCBIN", "g++-9", 1);
    ck_assert_msg(toolkit_find(&a, dir, &tk, &err), "%s", err.msg);
    ck_assert_str_eq(tk.cxx, path_join(&a, dir, "cxx/g++-9"));
    ck_assert(tk.cxx_given);
}
END_TEST

// ---- what nvcc is told

static const char *told(const Toolkit *given) {
    static const BuildJob job = {
        .backend = &backend_sim, .cc = 90, .source = "a.cu"};
    Args args = {0};
    static const BuildPlaces places = {.lib = "lib"};
    nvcc_compile(&a, given, &places, &job, "a.o", &args);
    const char *text = args_text(&a, &args);
    args_free(&args);
    return text;
}

START_TEST(the_host_compiler_is_named_only_where_it_must_be) {
    Toolkit t = {.nvcc = "nvcc", .cxx = "g++", .major = 13, .cc_max = 121};
    ck_assert_ptr_null(strstr(told(&t), "-ccbin"));
    t.cxx = "/usr/bin/g++-11";
    t.cxx_given = true;
    ck_assert_ptr_nonnull(strstr(told(&t), " -ccbin /usr/bin/g++-11 "));
    ck_assert_ptr_null(strstr(told(&t), "unsupported"));
    t.cxx_too_new = true;
    ck_assert_ptr_nonnull(strstr(told(&t), " -allow-unsupported-compiler "));
}
END_TEST

// Kernels that launch kernels: the device code is compiled to be linked, and
// linked before the program.
START_TEST(the_device_runtime_has_device_code_linked) {
    const char *const with[] = {"-lcudadevrt", NULL};
    const Toolkit t = {.nvcc = "nvcc",
                       .cxx = "g++",
                       .libdir = "cuda",
                       .major = 13,
                       .cc_max = 121};
    const BuildPlaces where = {.lib = "lib"};
    for (int i = 0; i < 4; i++) {
        const bool links = i % 2;
        const BuildJob job = {.backend = i < 2 ? &backend_gpu : &backend_sim,
                              .cc = 90,
                              .source = "a.cu",
                              .entry = "run",
                              .tests = "tests.cu",
                              .flags = links ? with : NULL};
        Args args[3] = {0};
        nvcc_compile(&a, &t, &where, &job, "a.o", &args[0]);
        nvcc_device_link(&a, &t, &job, "dir", &args[1]);
        nvcc_link(&a, &t, &where, &job, "dir", &args[2]);
        const char *text[3];
        for (int k = 0; k < 3; k++) {
            text[k] = args_text(&a, &args[k]);
            args_free(&args[k]);
        }
        ck_assert_int_eq(nvcc_links_device(&job), links);
        ck_assert_int_eq(strstr(text[0], " -rdc=true") != NULL, links);
        ck_assert_ptr_nonnull(
            strstr(text[1], " dir/tests.o dir/learner.o -o dir/device.o"));
        ck_assert_int_eq(strstr(text[2], " dir/device.o -Lcuda -lcudadevrt ") !=
                             NULL,
                         links);
    }
}
END_TEST

// Its ptxas crashes on line numbers; the simulated device reads the PTX's.
START_TEST(no_line_numbers_in_the_machine_code_of_11) {
    Toolkit t = {.nvcc = "nvcc", .cxx = "g++", .major = 11, .minor = 8};
    ck_assert_ptr_nonnull(strstr(told(&t), " -lineinfo "));
    ck_assert_ptr_nonnull(strstr(told(&t), " -Xptxas -suppress-debug-info "));
    t.major = 12;
    ck_assert_ptr_null(strstr(told(&t), "-suppress-debug-info"));
}
END_TEST

// ---- targets

typedef struct Row {
    int major, minor, cc, want;
} Row;

static const Row rows[] = {
    {13, 0, 75, 75},   {13, 0, 90, 90},   {13, 0, 61, 75},  {13, 0, 200, 121},
    {11, 8, 90, 90},   {11, 8, 100, 90},  {12, 4, 120, 90}, {12, 8, 120, 120},
    {12, 8, 121, 120}, {13, 0, 88, 87},   {12, 0, 75, 75},  {12, 8, 103, 100},
    {12, 9, 103, 103}, {13, 0, 115, 110}, {12, 9, 61, 61},
};

START_TEST(a_gpu_gets_the_nearest_target_the_toolkit_knows) {
    const Row *r = &rows[_i];
    setenv("KATA_NVCC", fake_toolkit("mine", r->major, r->minor), 1);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    ck_assert_int_eq(toolkit_clamp(&tk, r->cc), r->want);
}
END_TEST

static bool has_flag(const char *const *flags, const char *flag) {
    for (; flags && *flags; flags++)
        if (strcmp(*flags, flag) == 0) return true;
    return false;
}

// A wheel of cuDNN: its headers are read, and the sandbox opens the folders of
// the wheels that it loads later.
START_TEST(cudnn_comes_with_its_headers_and_neighbours) {
    put("site/nvidia/cudnn/lib/libcudnn.so.9", "", 0644);
    put("site/nvidia/cudnn/lib/libcudnn_ops.so.9", "", 0644);
    put("site/nvidia/cudnn/include/cudnn.h", "", 0644);
    put("site/nvidia/cu13/lib/libnvrtc.so.13", "", 0644);
    tk = (Toolkit){.libdir = path_join(&a, dir, "site/nvidia/cudnn/lib")};
    const char *const *flags = library_flags(&a, &tk, "cudnn");
    const char *site = path_join(&a, dir, "site/nvidia");
    ck_assert(has_flag(flags, "-l:libcudnn.so.9"));
    ck_assert(
        has_flag(flags, arena_fmt(&a, "-isystem=%s/cudnn/include", site)));
    ck_assert(has_flag(flags, arena_fmt(&a, "-Wl,-rpath,%s/cudnn/lib", site)));
    ck_assert(has_flag(flags, arena_fmt(&a, "-Wl,-rpath,%s/cu13/lib", site)));
    ck_assert_str_eq(library_file(&a, &tk, "cudnn"),
                     path_join(&a, site, "cudnn/lib/libcudnn.so.9"));
}
END_TEST

// By the Python of the build folder, where PATH's has none.
START_TEST(a_library_is_found_beside_pytorch) {
    put("site/nvidia/some/lib/libkatanone.so.1", "", 0644);
    put("python/bin/python", arena_fmt(&a, "#!/bin/sh\necho %s/site\n", dir),
        0755);
    unsetenv("KATA_PYTHON");
    tk = (Toolkit){.build = dir};
    ck_assert(
        has_flag(library_flags(&a, &tk, "katanone"), "-l:libkatanone.so.1"));
    put("other", "#!/bin/sh\necho /nowhere\n", 0755);
    setenv("KATA_PYTHON", path_join(&a, dir, "other"), 1);
    ck_assert(library_flags(&a, &tk, "katanone"));
    tk.build = NULL;
    ck_assert(!library_flags(&a, &tk, "katanone"));
    unsetenv("KATA_PYTHON");
}
END_TEST

// Without headers of its own the program is compiled with kata's.
START_TEST(a_gpu_gets_our_header_of_cudnn_where_there_is_none) {
    static const char *const flags[] = {"-L/x", "-l:libcudnn.so.9", NULL};
    const BuildPlaces where = {.cache = "cache", .lib = "lib"};
    BuildJob job = {.backend = &backend_gpu,
                    .entry = "run",
                    .cc = 90,
                    .source = "none.cu",
                    .flags = flags};
    Args line = {0};
    nvcc_compile(
        &a, &(Toolkit){.nvcc = "nvcc", .cxx = "g++", .major = 13, .cc_max = 90},
        &where, &job, "o", &line);
    ck_assert_ptr_nonnull(strstr(args_text(&a, &line), "lib/include/cudnn"));
    args_free(&line);
}
END_TEST

// On a GPU, and there only: the simulated NCCL asks for no network.
START_TEST(what_is_linked_with_nccl_brings_its_network) {
    static const char *const flags[][3] = {
        {"-L/x", "-lnccl", NULL},
        {"-L/nccl/lib", "-l:libnccl.so.2", NULL},
        {"-L/nccl/lib", "-lcublas", NULL},
    };
    const BuildPlaces where = {.cache = "cache", .lib = "lib"};
    for (int i = 0; i < 6; i++) {
        BuildJob job = {.backend = i < 3 ? &backend_gpu : &backend_sim,
                        .entry = "run",
                        .flags = flags[i % 3]};
        const char *net = nvcc_ranks_net(&a, &where, &job);
        ck_assert_int_eq(net != NULL, i < 2);
        Args line = {0};
        nvcc_link(&a, &(Toolkit){.cxx = "g++", .libdir = "."}, &where, &job,
                  "dir", &line);
        ck_assert_int_eq(strstr(args_text(&a, &line), "ranks_net.o") != NULL,
                         i < 2);
        args_free(&line);
    }
}
END_TEST

SUITE_OF(toolkit) {
    Suite *s = suite_create("toolkit");
    TCase *t = tcase_create("finding");
    tcase_set_timeout(t, 60);
    tcase_set_tags(t, "fork");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, the_one_named_is_asked_for_its_parts);
    tcase_add_test(t, one_that_does_not_work_is_named);
    tcase_add_test(t, the_wheels_are_found_last_and_say_so);
    tcase_add_test(t, a_broken_one_on_the_path_does_not_hide_a_good_one);
    tcase_add_test(
        t, a_toolkit_without_the_runtime_still_serves_the_simulated_device);
    tcase_add_test(t, one_that_is_too_old_gives_way_to_a_later_one);
    tcase_add_test(t, one_that_does_not_answer_is_stopped);
    tcase_add_test(t, an_answer_is_remembered_until_the_tool_is_another);
    tcase_add_test(t, a_spoilt_or_old_answer_is_no_answer);
    tcase_add_test(t, a_failure_is_not_remembered);
    tcase_add_loop_test(t, the_host_compiler_is_one_that_nvcc_accepts, 0,
                        COUNT_OF(hosts));
    tcase_add_test(t,
                   an_nvcc_that_misses_gcc_is_asked_again_with_what_there_is);
    tcase_add_test(t, the_variable_of_nvcc_itself_names_the_host_compiler);
    tcase_add_test(t, the_host_compiler_is_named_only_where_it_must_be);
    tcase_add_test(t, the_device_runtime_has_device_code_linked);
    tcase_add_test(t, no_line_numbers_in_the_machine_code_of_11);
    tcase_add_test(t, what_is_linked_with_nccl_brings_its_network);
    tcase_add_test(t, cudnn_comes_with_its_headers_and_neighbours);
    tcase_add_test(t, a_library_is_found_beside_pytorch);
    tcase_add_test(t, a_gpu_gets_our_header_of_cudnn_where_there_is_none);
    tcase_add_loop_test(t, a_gpu_gets_the_nearest_target_the_toolkit_knows, 0,
                        COUNT_OF(rows));
    suite_add_tcase(s, t);
    return s;
}
