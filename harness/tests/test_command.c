// run/command: what a project's command may do, and when it ends.
#include "run/command.h"
#include "run/run.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Tree tree;
static CommandResult res;

static void setup(void) {
    tree_open(&tree);
}

static void teardown(void) {
    command_free(&res);
    tree_close(&tree);
}

static void run(const char *script, double seconds) {
    Err err = {0};
    const char *const argv[] = {"sh", "-c", script, NULL};
    ck_assert_msg(run_command(argv, tree.root, seconds, &res, &err), "%s",
                  err.msg);
}

START_TEST(output_and_status_come_back) {
    run("echo one; echo two >&2; exit 3", 10);
    ck_assert_int_eq(res.status, 3);
    ck_assert(!res.timed_out);
    ck_assert_str_eq(buf_text(&res.out), "one\ntwo\n");
}
END_TEST

START_TEST(its_folder_is_its_home) {
    run("echo x >made && cd && cat made && echo y >$TMPDIR/more", 10);
    ck_assert_int_eq(res.status, 0);
    ck_assert_str_eq(buf_text(&res.out), "x\n");
    ck_assert(path_exists(tree_path(&tree, "more")));
}
END_TEST

// What a make says to its children ends at kata: its job tokens are in pipes
// that the command does not have, and its goals are not the folder's.
START_TEST(a_make_above_kata_says_nothing_to_the_one_below) {
    tree_write(&tree, "Makefile", "all:\n\t@echo level $(MAKELEVEL)\n");
    setenv("MAKEFLAGS", " -n -j2 --jobserver-auth=3,4", 1);
    setenv("MAKELEVEL", "2", 1);
    run("make", 10);
    unsetenv("MAKEFLAGS");
    unsetenv("MAKELEVEL");
    ck_assert_str_eq(buf_text(&res.out), "level 0\n");
    ck_assert_int_eq(res.status, 0);
}
END_TEST

START_TEST(it_writes_nowhere_else) {
    char other[] = "/tmp/kata-other-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(other));
    run(arena_fmt(&tree.arena, "echo x >%s/escaped", other), 10);
    bool escaped = path_exists(path_join(&tree.arena, other, "escaped"));
    ck_assert(path_remove_all(other, NULL));
    if (run_sandbox_info().landlock_abi == 0) return; // only said by doctor
    ck_assert_int_ne(res.status, 0);
    ck_assert(!escaped);
}
END_TEST

START_TEST(the_limit_ends_all_that_it_started) {
    run("(sleep 0.6; echo late >late) & sleep 30", 0.3);
    ck_assert(res.timed_out);
    ck_assert(res.seconds < 5);
    usleep(700 * 1000); // what was not ended would have written by now
    ck_assert(!path_exists(tree_path(&tree, "late")));
}
END_TEST

// ninja gives each of its commands one, and stops if it cannot.
START_TEST(a_process_group_of_its_own_is_granted_and_ended) {
    run("python3 -c 'import os; os.setpgid(0, 0)' & wait $!", 20);
    ck_assert_int_eq(res.status, 0);
    command_free(&res);
    run("python3 -c 'import os, time; os.setpgid(0, 0); time.sleep(3); "
        "open(\"late\", \"w\")' & sleep 30",
        2);
    ck_assert(res.timed_out);
    sleep(2);
    ck_assert(!path_exists(tree_path(&tree, "late")));
}
END_TEST

START_TEST(what_stays_in_the_background_does_not_hold_it_up) {
    run("sleep 30 & echo done", 20);
    ck_assert_int_eq(res.status, 0);
    ck_assert(res.seconds < 5);
    ck_assert_str_eq(buf_text(&res.out), "done\n");
}
END_TEST

START_TEST(a_flood_is_cut) {
    run("head -c 3000000 /dev/zero | tr '\\0' x", 20);
    ck_assert(res.flooded);
    ck_assert_uint_eq(res.out.len, 1 << 20);
}
END_TEST

START_TEST(what_is_not_there_is_127) {
    Err err = {0};
    const char *const argv[] = {"no-such-program-here", NULL};
    ck_assert(run_command(argv, tree.root, 5, &res, &err));
    ck_assert_int_eq(res.status, 127);
}
END_TEST

SUITE_OF(command) {
    Suite *s = suite_create("command");
    TCase *t = tcase_create("all");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, output_and_status_come_back);
    tcase_add_test(t, its_folder_is_its_home);
    tcase_add_test(t, a_make_above_kata_says_nothing_to_the_one_below);
    tcase_add_test(t, it_writes_nowhere_else);
    tcase_add_test(t, the_limit_ends_all_that_it_started);
    tcase_add_test(t, a_process_group_of_its_own_is_granted_and_ended);
    tcase_add_test(t, what_stays_in_the_background_does_not_hold_it_up);
    tcase_add_test(t, a_flood_is_cut);
    tcase_add_test(t, what_is_not_there_is_127);
    suite_add_tcase(s, t);
    return s;
}
