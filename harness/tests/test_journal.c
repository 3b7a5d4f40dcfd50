// grade/journal and grading: nothing written is lost, half of one is no record.
#include "base/path.h"
#include "base/rng.h"
#include "grade/grading.h"
#include "grade/journal.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static Tree tree;
static Arena m;
static Err err;

static void start(void) {
    tree_open(&tree);
}

static void finish(void) {
    arena_reset(&m);
    err_clear(&err);
    tree_close(&tree);
}

static void add(const char *part, const char *const *texts, int n) {
    Journal j;
    ck_assert_msg(journal_open(&j, &m, tree.root, part, &err), "%s", err.msg);
    for (int i = 0; i < n; i++)
        ck_assert(journal_add(&j, str_of(texts[i]), &err));
    journal_close(&j);
}

static Records all(void) {
    Records r;
    ck_assert_msg(journal_read(&m, tree.root, &r, &err), "%s", err.msg);
    return r;
}

static const char *const three[] = {"one", "two\nkata1 3 ffff\nlines", ""};

START_TEST(records_come_back_as_they_were) {
    add("", three, 3);
    Records r = all();
    ck_assert_int_eq(r.n, 3);
    ck_assert_int_eq(r.damaged, 0);
    for (int i = 0; i < 3; i++)
        ck_assert(str_eq(r.at[i], three[i]));
}
END_TEST

START_TEST(an_empty_folder_has_none) {
    ck_assert_int_eq(all().n, 0);
}
END_TEST

START_TEST(several_journals_are_one) {
    add("-1", three, 1);
    add("-2", three + 1, 1);
    add("", three, 1);
    ck_assert_int_eq(all().n, 3);
}
END_TEST

// Cut off at every byte: what was whole before is there, and what is written
// afterwards is read.
START_TEST(half_a_record_costs_itself_alone) {
    char *path = tree_path(&tree, "journal.log");
    add("", three, 2);
    Buf whole = {0};
    ck_assert(file_read(path, &whole, &err));
    for (size_t cut = 0; cut <= whole.len; cut++) {
        ck_assert(file_write(path, buf_text(&whole), cut, &err));
        int before = all().n;
        ck_assert_int_eq(before, cut + 1 >= whole.len ? 2 : cut >= 28 ? 1 : 0);
        add("", three, 1);
        Records r = all();
        ck_assert_msg(r.n == before + 1, "cut at %zu: %d, not %d", cut, r.n,
                      before + 1);
        ck_assert(str_eq(r.at[r.n - 1], "one"));
    }
    buf_free(&whole);
}
END_TEST

START_TEST(a_flipped_byte_is_found) {
    char *path = tree_path(&tree, "journal.log");
    add("", three, 3);
    Buf text = {0};
    ck_assert(file_read(path, &text, &err));
    for (size_t i = 0; i < text.len; i++) {
        text.data[i] ^= 1;
        ck_assert(file_write(path, text.data, text.len, &err));
        Records r = all();
        ck_assert_msg(r.n <= 2, "byte %zu", i);
        // The empty one may hide in the line before it.
        ck_assert_msg(r.n >= 1, "byte %zu", i);
        text.data[i] ^= 1;
    }
    buf_free(&text);
}
END_TEST

START_TEST(a_second_writer_is_kept_out) {
    Journal first, second;
    ck_assert(journal_open(&first, &m, tree.root, "", &err));
    ck_assert(!journal_open(&second, &m, tree.root, "", &err));
    ck_assert_int_eq(err.kind, ERR_USAGE);
    journal_close(&first);
    ck_assert(journal_open(&second, &m, tree.root, "", &err));
    journal_close(&second);
}
END_TEST

// Appends numbers from *told on; each is told when journal_add has returned.
static void write_numbers(volatile int *told) {
    Journal j;
    if (!journal_open(&j, &m, tree.root, "", &err)) _exit(1);
    for (;;) {
        char text[400];
        int n = snprintf(text, sizeof text, "%d %0*d", *told + 1,
                         *told * 37 % 300 + 1, 0);
        if (!journal_add(&j, (Str){text, (size_t)n}, &err)) _exit(1);
        ++*told;
    }
}

START_TEST(a_kill_loses_nothing_that_was_told) {
    enum { ROUNDS = 150 };
    Rng rng;
    volatile int *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert(told != MAP_FAILED);
    rng_seed(&rng, 1);
    for (int round = 0; round < ROUNDS; round++) {
        pid_t pid = fork();
        if (pid == 0) write_numbers(told);
        nanosleep(&(struct timespec){0, rng_range(&rng, 0, 8000000)}, NULL);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    Records r = all();
    char *seen = arena_array(&m, char, (size_t)*told + 2);
    for (int i = 0; i < r.n; i++) {
        int n = atoi(arena_strn(&m, r.at[i].p, min_of(r.at[i].n, (size_t)12)));
        ck_assert_int_ge(n, 1);
        ck_assert_int_le(n, *told + 1);
        seen[n]++;
    }
    for (int n = 1; n <= *told; n++)
        ck_assert_msg(seen[n] >= 1, "%d of %d is lost", n, *told);
    ck_assert_int_gt(*told, 0);
}
END_TEST

static Grading sample(void) {
    static GradeCase cases[] = {{"n=3", "wrong\tby\none \\ two", VERDICT_FAIL},
                                {"n=4", "", VERDICT_CRASH}};
    static GradeGate gates[] = {{"bandwidth", "bandwidth of copy", "12 %",
                                 "at least 80 %", "slow", VERDICT_FAIL}};
    return (Grading){.learner = "=cmd|' /C calc'",
                     .exercise = "copy",
                     .hash = "ab",
                     .version = "cd",
                     .on = "sim h200",
                     .seed = 0xfedcba9876543210u,
                     .verdict = VERDICT_CRASH,
                     .stage = "correct",
                     .summary = "a\r\nb",
                     .advice = "",
                     .hint = "",
                     .mistake = "adds\tone",
                     .medal = "",
                     .device = "H200",
                     .said = "\x1b[31m<b>",
                     .modelled = true,
                     .passed = 3,
                     .ncases = 5,
                     .cases = cases,
                     .nwrong = 2,
                     .gates = gates,
                     .ngates = 1,
                     .seconds = 1.25,
                     .at = 1763650000};
}

START_TEST(a_result_comes_back_as_it_was) {
    Grading g = sample(), back;
    Buf text = {0}, again = {0};
    grading_write(&g, &text);
    ck_assert(grading_read(&m, (Str){text.data, text.len}, &back));
    grading_write(&back, &again);
    ck_assert_str_eq(buf_text(&again), buf_text(&text));
    ck_assert_str_eq(back.mistake, g.mistake);
    ck_assert_str_eq(back.cases[0].why, "wrong\tby\none \\ two");
    ck_assert_str_eq(back.cases[1].why, "");
    ck_assert_str_eq(back.gates[0].bound, "at least 80 %");
    ck_assert(grading_same_work(&g, &back));
    back.hash = "other";
    ck_assert(!grading_same_work(&g, &back));
    buf_free(&text);
    buf_free(&again);
}
END_TEST

START_TEST(another_text_is_no_result) {
    Grading back;
    ck_assert(!grading_read(&m, STR(""), &back));
    ck_assert(!grading_read(&m, STR("learner\tx\nexercise\ty\n"), &back));
}
END_TEST

START_TEST(missing_tools_are_no_result_of_the_learner) {
    Grading g = sample();
    ck_assert(grading_counts(&g));
    g.verdict = VERDICT_ENV;
    ck_assert(!grading_counts(&g));
}
END_TEST

SUITE_OF(journal) {
    Suite *s = suite_create("journal");
    TCase *t = tcase_create("records");
    tcase_add_checked_fixture(t, start, finish);
    tcase_add_test(t, records_come_back_as_they_were);
    tcase_add_test(t, an_empty_folder_has_none);
    tcase_add_test(t, several_journals_are_one);
    tcase_add_test(t, half_a_record_costs_itself_alone);
    tcase_add_test(t, a_flipped_byte_is_found);
    tcase_add_test(t, a_second_writer_is_kept_out);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_kill_loses_nothing_that_was_told);
    tcase_add_test(t, a_result_comes_back_as_it_was);
    tcase_add_test(t, another_text_is_no_result);
    tcase_add_test(t, missing_tools_are_no_result_of_the_learner);
    suite_add_tcase(s, t);
    return s;
}
