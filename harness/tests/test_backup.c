// A record that is damaged, foreign, empty or gone, and the copies of it that
// bring it back.
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include "base/day.h"
#include "tests/record.h"

START_TEST(a_database_from_a_newer_kata_is_refused) {
    store_close(open_store());
    sql("PRAGMA user_version = 7");
    Store *s;
    Err err = {0};
    ck_assert(!store_open(&s, db, &err));
    ck_assert_int_eq(err.kind, ERR_STORE);
    ck_assert_ptr_nonnull(
        strstr(err.msg, "made by a newer kata (schema 7, this kata knows "));
    ck_assert_ptr_nonnull(strstr(err.hint, "update kata"));
}
END_TEST

START_TEST(a_database_of_another_program_is_left_alone) {
    sql("CREATE TABLE theirs(x)");
    Store *s;
    Err err = {0};
    ck_assert(!store_open(&s, db, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "database of another program"));
}
END_TEST

static void write_text(const char *path, const char *text) {
    Err err = {0};
    ck_assert_msg(file_write(path, text, strlen(text), &err), "%s", err.msg);
}

START_TEST(a_file_that_is_no_database_is_named_with_what_to_do) {
    write_text(db, "this is certainly not a database, and long enough to be "
                   "looked at as one by somebody who only reads the header.");
    Store *s;
    Err err = {0};
    ck_assert(!store_open(&s, db, &err));
    ck_assert_int_eq(err.kind, ERR_STORE);
    ck_assert_ptr_nonnull(strstr(err.msg, db));
    ck_assert_ptr_nonnull(strstr(err.msg, "is damaged"));
    ck_assert_ptr_nonnull(strstr(err.hint, "mv "));
}
END_TEST

// Overwrites all but the first of `parts` equal parts.
static void damage(const char *path, int parts) {
    FILE *f = fopen(path, "r+");
    ck_assert_ptr_nonnull(f);
    fseek(f, 0, SEEK_END);
    long size = ftell(f), from = size / parts / 4096 * 4096;
    fseek(f, from, SEEK_SET);
    for (long i = from; i < size; i++)
        fputc('x', f);
    fclose(f);
}

START_TEST(the_command_offered_for_a_damaged_record_brings_the_backup_back) {
    Store *s = open_store();
    add(s, attempt_of("a", VERDICT_PASS, 1));
    store_close(s);
    store_close(open_store()); // makes the day's backup
    damage(db, 20);

    Err err = {0};
    bool ok = store_open(&s, db, &err);
    Progress *rows;
    int n;
    if (ok) ok = store_progress(s, &arena, versions, &rows, &n, &err);
    ck_assert(!ok);
    ck_assert_ptr_nonnull(strstr(err.msg, "is damaged"));
    const char *command = strstr(err.hint, "cd ");
    ck_assert_ptr_nonnull(command);
    ck_assert_int_eq(system(command), 0);

    s = open_store();
    ck_assert_int_eq(progress_of(s, "a").state, STATE_PASSED);
    store_close(s);
}
END_TEST

START_TEST(a_damaged_record_never_replaces_its_backup) {
    Store *s = open_store();
    for (int i = 0; i < 200; i++)
        add(s, attempt_of("a", VERDICT_PASS, 1));
    store_close(s);
    store_close(open_store());
    char bak[220];
    snprintf(bak, sizeof bak, "%s.bak", db);
    Buf before = {0}, after = {0};
    ck_assert(file_read(bak, &before, NULL));
    damage(db, 2);                       // what opening it reads is sound
    utime(bak, &(struct utimbuf){1, 1}); // due again

    Err err = {0};
    if (store_open(&s, db, &err)) ck_abort_msg("opened a damaged record");
    ck_assert_ptr_nonnull(strstr(err.msg, "is damaged"));
    ck_assert(file_read(bak, &after, NULL));
    ck_assert_uint_eq(before.len, after.len);
    ck_assert(!memcmp(before.data, after.data, before.len));
    buf_free(&before);
    buf_free(&after);
}
END_TEST

// How many copies lie beside the record.
static int count_copies(void) {
    char pattern[230];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s.bak*", db);
    int n = glob(pattern, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
    globfree(&found);
    return n;
}

static void age_copy(const char *suffix, long days) {
    char bak[230];
    time_t then = time(NULL) - days * 24 * 60 * 60;
    snprintf(bak, sizeof bak, "%s.bak%s", db, suffix);
    ck_assert_int_eq(utime(bak, &(struct utimbuf){then, then}), 0);
}

START_TEST(a_poorer_record_does_not_replace_the_backup_of_a_richer_one) {
    Store *s = open_store();
    for (int i = 0; i < 31; i++)
        add(s, attempt_of("a", VERDICT_PASS, 1));
    store_close(s);
    store_close(open_store()); // makes the day's backup
    char bak[220], text[1200];
    snprintf(bak, sizeof bak, "%s.bak", db);
    age_copy("", 2);
    snprintf(text, sizeof text, "mv %s %s.away; rm -f %s-*", bak, bak, db);
    ck_assert_int_eq(system(text), 0);
    unlink(db);
    s = open_store(); // another record, with three
    for (int i = 0; i < 3; i++)
        add(s, attempt_of("b", VERDICT_FAIL, 1));
    store_close(s);
    snprintf(text, sizeof text, "mv %s.away %s", bak, bak);
    ck_assert_int_eq(system(text), 0);
    store_close(open_store()); // the next day's backup, of the poorer one
    ck_assert_int_eq(count_copies(), 2);

    unlink(db);
    Err err = {0};
    ck_assert(!store_open(&s, db, &err));
    ck_assert_int_eq(err.kind, ERR_STORE);
    ck_assert_msg(strstr(err.msg, "has 31 attempts"), "%s", err.msg);
    const char *command = strstr(err.hint, "cd ");
    char *end = strchr(command, '\n');
    *end = '\0';
    ck_assert_int_eq(system(command), 0);
    s = open_store();
    ck_assert_int_eq(progress_of(s, "a").state, STATE_PASSED);
    store_close(s);
}
END_TEST

START_TEST(an_empty_record_beside_a_backup_is_not_begun_anew) {
    Store *s = open_store();
    add(s, attempt_of("a", VERDICT_PASS, 1));
    store_close(s);
    store_close(open_store());
    char text[1200];
    snprintf(text, sizeof text, ": >%s; rm -f %s-*", db, db);
    ck_assert_int_eq(system(text), 0);
    Err err = {0};
    ck_assert(!store_open(&s, db, &err));
    ck_assert_ptr_nonnull(strstr(err.msg, "is empty or gone"));
    // The second command begins anew.
    const char *command = strstr(strstr(err.hint, "begin anew"), "cd ");
    ck_assert_int_eq(system(command), 0);
    store_close(open_store());
    ck_assert_int_eq(count_copies(), 0);
}
END_TEST

START_TEST(old_backups_go_and_ten_and_the_richest_stay) {
    Store *s = open_store();
    add(s, attempt_of("a", VERDICT_PASS, 1));
    store_close(s);
    store_close(open_store());
    char text[1200];
    snprintf(text, sizeof text,
             "for d in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do "
             "cp %s.bak %s.bak-202001$d; done; : >%s.bak-20200115",
             db, db, db);
    ck_assert_int_eq(system(text), 0);
    for (int d = 1; d <= 15; d++) {
        char suffix[20];
        snprintf(suffix, sizeof suffix, "-202001%d", d);
        age_copy(suffix, 60 + d);
    }
    age_copy("", 2);
    store_close(open_store()); // due: a new one, and the old ones are looked at
    // The new one, the one before, eight old ones. All have as many attempts,
    // so the richest one is the newest.
    ck_assert_int_eq(count_copies(), 10);
}
END_TEST

START_TEST(a_folder_that_cannot_be_made_says_what_to_set) {
    Store *s;
    Err err = {0};
    ck_assert(!store_open(&s, "/proc/kata/progress.db", &err));
    ck_assert(err.kind == ERR_STORE || err.kind == ERR_ENV);
    ck_assert_ptr_nonnull(strstr(err.hint, "KATA_DB"));
}
END_TEST

START_TEST(a_file_that_may_only_be_read_says_so) {
    store_close(open_store());
    ck_assert_int_eq(chmod(db, 0444), 0);
    ck_assert_int_eq(chmod(dir, 0555), 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (getuid() == 0 && setuid(65534) != 0) _exit(9);
        Store *s;
        Err err = {0};
        bool ok = store_open(&s, db, &err);
        _exit(ok                                  ? 1
              : err.kind != ERR_STORE             ? 2
              : !strstr(err.msg, "cannot be wri") ? 3
              : !strstr(err.hint, "KATA_DB")      ? 4
                                                  : 0);
    }
    int status;
    waitpid(pid, &status, 0);
    chmod(dir, 0755);
    ck_assert_int_eq(status, 0);
}
END_TEST

SUITE_OF(backup) {
    Suite *s = suite_create("backup");
    TCase *t = tcase_create("backup");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_database_from_a_newer_kata_is_refused);
    tcase_add_test(t, a_database_of_another_program_is_left_alone);
    tcase_add_test(t, a_file_that_is_no_database_is_named_with_what_to_do);
    tcase_add_test(
        t, the_command_offered_for_a_damaged_record_brings_the_backup_back);
    tcase_add_test(t, a_damaged_record_never_replaces_its_backup);
    tcase_add_test(t,
                   a_poorer_record_does_not_replace_the_backup_of_a_richer_one);
    tcase_add_test(t, an_empty_record_beside_a_backup_is_not_begun_anew);
    tcase_add_test(t, old_backups_go_and_ten_and_the_richest_stay);
    tcase_add_test(t, a_folder_that_cannot_be_made_says_what_to_set);
    tcase_add_test(t, a_file_that_may_only_be_read_says_so);
    suite_add_tcase(s, t);
    return s;
}
