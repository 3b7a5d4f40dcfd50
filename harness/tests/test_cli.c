// The command line's own logic: finding verbs, taking options, resolving
// where things are. What needs a whole kata is in tests/regress/.
#include "base/path.h"
#include "cli/cmd.h"
#include "tests/tests.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
static const struct Find {
    const char *typed, *verb; // NULL: an error
    const char *msg, *hint;
} finds[] = {
    {"check",  "check",    NULL, NULL},
    {"prog",   "progress", NULL, NULL},
    {"so",     "solution", NULL, NULL},
    {"sk",     "skip",     NULL, NULL},
    {"h",      "",         "'h' could be hint, history", "one letter more"},
    {"chekc",  "",         "there is no command 'chekc'", "`kata check`"},
    {"qqqq",   "",         "there is no command 'qqqq'", "kata check qqqq"},
    {"",       "",         "there is no command ''", "kata help"},
};
// clang-format on

START_TEST(a_verb_is_found_by_name_or_prefix) {
    const struct Find *f = &finds[_i];
    Err err = {0};
    const Cmd *c = cmd_find(f->typed, &err);
    if (*f->verb) {
        ck_assert_ptr_nonnull(c);
        ck_assert_str_eq(c->name, f->verb);
        return;
    }
    ck_assert_ptr_null(c);
    ck_assert_int_eq(err.kind, ERR_USAGE);
    ck_assert_msg(strstr(err.msg, f->msg), "%s", err.msg);
    ck_assert_msg(strstr(err.hint, f->hint), "%s", err.hint);
}
END_TEST

START_TEST(every_verb_is_complete) {
    for (int i = 0; cmds[i]; i++) {
        const Cmd *c = cmds[i];
        ck_assert_ptr_nonnull(c->name);
        ck_assert_ptr_nonnull(c->args);
        ck_assert_ptr_nonnull(c->help);
        ck_assert_ptr_nonnull(c->completes);
        ck_assert_ptr_nonnull((void *)c->run);
        Err err = {0};
        ck_assert_ptr_eq(cmd_find(c->name, &err), c);
    }
}
END_TEST

static bool take(int argc, char **argv, const char **file, bool *quick,
                 const char **words, int *n, Err *err) {
    const Opt opts[] = {{"--file", file, NULL}, {"--quick", NULL, quick}, {0}};
    return opts_take(&cmd_check, argc, argv, opts, words, 2, n, err);
}

// clang-format off
static const struct Line {
    const char *argv[8];
    const char *file, *words; // words joined by ' '
    bool quick;
    const char *msg; // NULL: fine
} lines[] = {
    {{"check"}, NULL, "", false, NULL},
    {{"check", "a", "--file", "f", "b"}, "f", "a b", false, NULL},
    {{"check", "--file=f", "--quick", "a"}, "f", "a", true, NULL},
    {{"check", "--file="}, "", "", false, NULL},
    {{"check", "--", "--quick", "-x"}, NULL, "--quick -x", false, NULL},
    {{"check", "-"}, NULL, "-", false, NULL},
    {{"check", "--file"}, NULL, "", false, "'--file' needs a value"},
    {{"check", "--quick=1"}, NULL, "", false, "'--quick' takes no value"},
    {{"check", "--fiel", "f"}, NULL, "", false, "kata check has no option '--fiel'"},
    {{"check", "-q"}, NULL, "", false, "kata check has no option '-q'"},
    {{"check", "a", "b", "c"}, NULL, "", false, "'c' is one argument too many"},
};
// clang-format on

START_TEST(options_stand_anywhere) {
    const struct Line *l = &lines[_i];
    const char *file = NULL, *words[2];
    bool quick = false;
    Err err = {0};
    int argc = 0, n;
    while (l->argv[argc])
        argc++;
    bool ok = take(argc, (char **)l->argv, &file, &quick, words, &n, &err);
    if (l->msg) {
        ck_assert(!ok);
        ck_assert_int_eq(err.kind, ERR_USAGE);
        ck_assert_msg(strstr(err.msg, l->msg), "%s", err.msg);
        return;
    }
    ck_assert_msg(ok, "%s", err.msg);
    Buf joined = {0};
    for (int i = 0; i < n; i++)
        buf_fmt(&joined, "%s%s", i ? " " : "", words[i]);
    ck_assert_str_eq(buf_text(&joined), l->words);
    ck_assert_int_eq(quick, l->quick);
    if (l->file)
        ck_assert_str_eq(file, l->file);
    else
        ck_assert_ptr_null(file);
    buf_free(&joined);
}
END_TEST

// clang-format off
static const struct Number {
    const char *text;
    long least, want;
    bool ok;
} numbers[] = {
    {"7", 0, 7, true},    {"0", 0, 0, true},   {"0", 1, 0, false},
    {"-3", 0, 0, false},  {"", 0, 0, false},   {"7x", 0, 0, false},
    {"99999999999999999999", 0, 0, false},
};
// clang-format on

START_TEST(a_number_is_whole_and_large_enough) {
    long got;
    Err err = {0};
    bool ok =
        opts_int("--limit", numbers[_i].text, numbers[_i].least, &got, &err);
    ck_assert_int_eq(ok, numbers[_i].ok);
    if (ok) ck_assert_int_eq(got, numbers[_i].want);
    if (!ok) ck_assert_ptr_nonnull(strstr(err.msg, "--limit"));
}
END_TEST

// ---- places, on a curriculum made here

static char dir[] = "/tmp/kata-cli-XXXXXX";
static App app;

static void set_up(void) {
    strcpy(dir, "/tmp/kata-cli-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(dir));
    Arena a = {0};
    ck_assert(path_make_dirs(path_join(&a, dir, "curriculum"), NULL));
    ck_assert(path_make_dirs(path_join(&a, dir, "exercises"), NULL));
    ck_assert(path_make_dirs(path_join(&a, dir, "deep/down"), NULL));
    ck_assert_int_eq(chdir(path_join(&a, dir, "deep/down")), 0);
    arena_reset(&a);
    unsetenv("KATA_ROOT");
    unsetenv("KATA_WORK");
    unsetenv("KATA_DB");
}

static void tear_down(void) {
    app_close(&app);
    path_remove_all(dir, NULL);
}

START_TEST(the_root_is_found_upwards_from_the_current_folder) {
    ck_assert(app_find_places(&app, NULL));
    ck_assert_str_eq(app.root, dir);
    ck_assert_str_eq(app.work, path_join(&app.arena, dir, "work"));
    ck_assert_str_eq(app.db, path_join(&app.arena, dir, "progress.db"));
}
END_TEST

START_TEST(the_environment_overrides_every_place) {
    setenv("KATA_ROOT", dir, 1);
    setenv("KATA_WORK", "mine", 1); // relative to here
    setenv("KATA_DB", "/elsewhere/x.db", 1);
    ck_assert(app_find_places(&app, NULL));
    ck_assert_str_eq(app.db, "/elsewhere/x.db");
    ck_assert_str_eq(app.work, path_join(&app.arena, dir, "deep/down/mine"));
    ck_assert_str_eq(app_show_path(&app, app.work), "mine");
    ck_assert_str_eq(app_show_path(&app, "/elsewhere"), "/elsewhere");
}
END_TEST

START_TEST(a_wrong_root_is_named) {
    Err err = {0};
    setenv("KATA_ROOT", "/proc", 1);
    ck_assert(!app_find_places(&app, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_ptr_nonnull(strstr(err.msg, "/proc"));
}
END_TEST

SUITE_OF(cli) {
    Suite *s = suite_create("cli");
    TCase *t = tcase_create("words");
    tcase_add_loop_test(t, a_verb_is_found_by_name_or_prefix, 0,
                        COUNT_OF(finds));
    tcase_add_test(t, every_verb_is_complete);
    tcase_add_loop_test(t, options_stand_anywhere, 0, COUNT_OF(lines));
    tcase_add_loop_test(t, a_number_is_whole_and_large_enough, 0,
                        COUNT_OF(numbers));
    suite_add_tcase(s, t);

    t = tcase_create("places");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, the_root_is_found_upwards_from_the_current_folder);
    tcase_add_test(t, the_environment_overrides_every_place);
    tcase_add_test(t, a_wrong_root_is_named);
    suite_add_tcase(s, t);
    return s;
}
