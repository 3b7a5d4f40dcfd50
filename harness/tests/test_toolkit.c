// toolkit: nvcc is found where it is, and asked, not guessed. The candidates
// are shell scripts that print what nvcc --dryrun prints.
#include "base/path.h"
#include "build/toolkit.h"
#include "tests/tests.h"

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
    fake_toolkit(".build/toolkit", 13, 0);
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

START_TEST(a_host_compiler_too_new_is_noted) {
    const char *nvcc = fake_toolkit("mine", 11, 8);
    put("mine/include/crt/host_config.h", "#if __GNUC__ > 4\n", 0644);
    setenv("KATA_NVCC", nvcc, 1);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    ck_assert(tk.cxx_too_new || tk.cxx_given);
}
END_TEST

typedef struct Row {
    int major, minor, cc, want;
} Row;

static const Row rows[] = {
    {13, 0, 75, 75},   {13, 0, 90, 90},  {13, 0, 61, 75},  {13, 0, 200, 121},
    {11, 8, 90, 90},   {11, 8, 100, 90}, {12, 4, 120, 90}, {12, 8, 120, 120},
    {12, 8, 121, 120}, {13, 0, 88, 87},  {12, 0, 75, 75},
};

START_TEST(a_gpu_gets_the_nearest_target_the_toolkit_knows) {
    const Row *r = &rows[_i];
    setenv("KATA_NVCC", fake_toolkit("mine", r->major, r->minor), 1);
    ck_assert(toolkit_find(&a, dir, &tk, &err));
    ck_assert_int_eq(toolkit_clamp(&tk, r->cc), r->want);
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
    tcase_add_test(t, a_host_compiler_too_new_is_noted);
    tcase_add_loop_test(t, a_gpu_gets_the_nearest_target_the_toolkit_knows, 0,
                        COUNT_OF(rows));
    suite_add_tcase(s, t);
    return s;
}
