// grade/roster and zip: names and archives that mean harm.
#include "base/path.h"
#include "grade/roster.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static Tree tree;
static Err err;
static Exercise copy = {.id = "copy", .file = "copy.cu"};
static Exercise twin = {.id = "twin", .file = "copy.cu"};
static Exercise add = {.id = "add", .file = "add.cu"};
static Roster roster;
static Plan plan;

static void start(void) {
    tree_open(&tree);
}

static void finish(void) {
    map_free(&plan.by_id);
    err_clear(&err);
    tree_close(&tree);
}

// ---- names

// clang-format off
static const struct { const char *raw, *slug, *clean; } names[] = {
    {"alice", "alice", "alice"},
    {"Alice.B-2_c", "Alice.B-2_c", "Alice.B-2_c"},
    {"..", "_.-", ".."},
    {"-rf", "_rf-", "-rf"},
    {".git", "_git-", ".git"},
    {"", "-", ""},
    {"a b", "a_b-", "a b"},
    {"a\x1b[2Jb", "a__2Jb-", "a\xef\xbf\xbd[2Jb"},
    {"a\xff", "a_-", "a\xef\xbf\xbd"},
    {"a\xe2\x80\xae" "b", "a___b-", "a\xef\xbf\xbd" "b"},
    {"\xc3\x9c", "__-", "\xc3\x9c"},
};
// clang-format on

START_TEST(a_name_is_fit_for_files_and_for_the_eye) {
    const char *slug = roster_slug(&tree.arena, names[_i].raw);
    const char *want = names[_i].slug;
    bool hashed = want[strlen(want) - 1] == '-';
    ck_assert_msg(!strncmp(slug, want, strlen(want)), "%s", slug);
    ck_assert_int_eq((int)strlen(slug), (int)strlen(want) + (hashed ? 16 : 0));
    ck_assert_str_eq(roster_clean(&tree.arena, names[_i].raw, 100),
                     names[_i].clean);
}
END_TEST

START_TEST(two_names_are_two_files) {
    ck_assert_str_ne(roster_slug(&tree.arena, "a b"),
                     roster_slug(&tree.arena, "a/b"));
    const char *other = roster_slug(&tree.arena, "a b");
    ck_assert_str_ne(roster_slug(&tree.arena, "a_b"), other);
    // A learner who calls himself as another's files are called.
    ck_assert_str_ne(roster_slug(&tree.arena, other), other);
}
END_TEST

START_TEST(a_long_name_is_cut) {
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ck_assert_uint_le(strlen(roster_slug(&tree.arena, text)), 77);
    ck_assert_uint_le(strlen(roster_clean(&tree.arena, text, 50)), 54);
}
END_TEST

// ---- folders

static bool read_class(const Task *tasks, int n) {
    RosterRequest q = {.a = &tree.arena,
                       .input = tree_path(&tree, "class"),
                       .tasks = tasks,
                       .ntasks = n,
                       .copies = tree_path(&tree, "copies"),
                       .scratch = tree_path(&tree, "scratch"),
                       .out = tree_path(&tree, "class/out"),
                       .plan = &plan};
    ck_assert(path_make_dirs(q.scratch, &err));
    return roster_read(&q, &roster, &err);
}

static const Learner *learner(const char *slug) {
    for (int i = 0; i < roster.n; i++)
        if (!strcmp(roster.at[i].slug, slug)) return &roster.at[i];
    ck_abort_msg("no %s", slug);
}

START_TEST(files_are_found_in_three_places_and_by_name) {
    const Task tasks[] = {{&copy, NULL}, {&add, NULL}};
    const char *handed_out = "work"; // the folder that kata next writes to
    tree_write(&tree,
               arena_fmt(&tree.arena, "class/ann/%s/copy/copy.cu", handed_out),
               "1");
    tree_write(&tree, "class/bob/copy/copy.cu", "2");
    tree_write(&tree, "class/cid/copy.cu", "3");
    tree_write(&tree, "class/cid/add.cu", "4");
    tree_write(&tree, "class/dan_add.cu", "5");
    tree_write(&tree, "class/stray.cu", "6");
    tree_write(&tree, "class/out/copy.cu", "7");
    tree_write(&tree, "class/.hidden/copy.cu", "8");
    ck_assert_msg(read_class(tasks, 2), "%s", err.msg);
    ck_assert_int_eq(roster.n, 4);
    ck_assert_int_eq(learner("ann")->of[0].state, HANDED_FILE);
    ck_assert_int_eq(learner("ann")->of[1].state, HANDED_NOTHING);
    ck_assert_int_eq(learner("bob")->of[0].state, HANDED_FILE);
    ck_assert_int_eq(learner("cid")->of[1].state, HANDED_FILE);
    ck_assert_int_eq(learner("dan")->of[1].state, HANDED_FILE);
    ck_assert_int_eq(roster.nremarks, 1);
    ck_assert_str_eq(roster.remarks[0].what, "stray.cu");
    ck_assert(path_is_file(tree_path(&tree, "copies/cid/add/add.cu")));
}
END_TEST

START_TEST(two_exercises_with_one_file_name_are_told_apart_by_folders) {
    const Task tasks[] = {{&copy, NULL}, {&twin, NULL}};
    tree_write(&tree, "class/ann/copy.cu", "1");
    tree_write(&tree, "class/ann/twin/copy.cu", "2");
    ck_assert(read_class(tasks, 2));
    ck_assert_int_eq(learner("ann")->of[0].state, HANDED_REFUSED);
    ck_assert_str_eq(learner("ann")->of[0].why,
                     "there is no copy.cu; the folder holds copy.cu");
    ck_assert_int_eq(learner("ann")->of[1].state, HANDED_FILE);
}
END_TEST

static bool has_remark(const char *what, const char *why) {
    for (int i = 0; i < roster.nremarks; i++)
        if (!strcmp(roster.remarks[i].what, what) &&
            strstr(roster.remarks[i].why, why))
            return true;
    return false;
}

// clang-format off
static const struct {
    const char *files[4];
    int tasks;
    const char *taken, *why; // of copy.cu: the file's path, or a sentence
} misnamed[] = {
    {{"my_copy.cu"}, 1, "my_copy.cu", NULL},
    {{"COPY.CU"}, 1, "COPY.CU", NULL},
    {{"deep/er/copy.cu"}, 1, "deep/er/copy.cu", NULL},
    {{"Copy/Main.CU"}, 2, "Copy/Main.CU", NULL},
    {{"kernel.cu", "README.md"}, 1, "kernel.cu", NULL},
    {{"kernel.cu", "final-copy.cu"}, 1, "final-copy.cu", NULL},
    {{"add.cu", "copy2.cu"}, 2, "copy2.cu", NULL},
    {{"copy_add_up.cu", "my-copy.cu"}, 2, NULL, "rename the one that is meant: copy_add_up.cu or my-copy.cu"},
    {{"a.cu", "b.cu"}, 1, NULL, "there is no copy.cu; rename the one that is meant: a.cu or b.cu"},
    {{"a.cu", "b.cu", "c.cu", "d.cu"}, 1, NULL, "a.cu, b.cu, c.cu and 1 more"},
    {{"copy.cu.txt"}, 1, NULL, "there is no copy.cu; the folder holds copy.cu.txt"},
    {{"notes.txt", "copy.c"}, 1, NULL, "the folder holds copy.c and notes.txt"},
    {{"kernel.cu"}, 2, NULL, "the folder holds kernel.cu"},
    {{".copy.cu"}, 1, NULL, "nothing was handed in"},
    {{"notes.txt"}, 2, NULL, "nothing was handed in"},
};
// clang-format on

START_TEST(a_file_under_another_name_is_taken_or_named) {
    const Task tasks[] = {{&copy, NULL}, {&add, NULL}};
    for (int i = 0; i < 4 && misnamed[_i].files[i]; i++)
        tree_write(
            &tree,
            arena_fmt(&tree.arena, "class/ann/%s", misnamed[_i].files[i]),
            misnamed[_i].files[i]);
    ck_assert_msg(read_class(tasks, misnamed[_i].tasks), "%s", err.msg);
    const Submission *s = &learner("ann")->of[0];
    if (misnamed[_i].taken) {
        Buf text = {0};
        ck_assert_int_eq(s->state, HANDED_FILE);
        ck_assert(file_read(s->copy, &text, &err));
        ck_assert_str_eq(buf_text(&text), misnamed[_i].taken);
        ck_assert(
            has_remark(arena_fmt(&tree.arena, "ann: %s", misnamed[_i].taken),
                       "judged as copy.cu"));
        buf_free(&text);
        return;
    }
    bool nothing = !strcmp(misnamed[_i].why, "nothing was handed in");
    ck_assert_int_eq(s->state, nothing ? HANDED_NOTHING : HANDED_REFUSED);
    ck_assert_msg(strstr(s->why, misnamed[_i].why), "%s", s->why);
    ck_assert(nothing || has_remark("ann", misnamed[_i].why));
}
END_TEST

// A learner may hand in all of his work.
START_TEST(files_of_other_exercises_are_not_taken) {
    const Task tasks[] = {{&copy, NULL}};
    map_set(&plan.by_id, "add", &add);
    tree_write(&tree, "class/ann/add/add.cu", "1");
    tree_write(&tree, "class/bob/add.cu", "1");
    ck_assert(read_class(tasks, 1));
    ck_assert_str_eq(learner("ann")->of[0].why, "nothing was handed in");
    ck_assert_str_eq(learner("bob")->of[0].why,
                     "there is no copy.cu; the folder holds add.cu");
}
END_TEST

START_TEST(single_files_whose_names_name_no_learner_are_told) {
    const Task tasks[] = {{&copy, NULL}};
    tree_write(&tree, "class/ann_COPY.cu", "1");
    tree_write(&tree, "class/bob_copi.cu", "2");
    tree_write(&tree, "class/copy.CU", "3");
    tree_write(&tree, "class/first_last.cu", "4");
    ck_assert(read_class(tasks, 1));
    ck_assert_int_eq(learner("ann")->of[0].state, HANDED_FILE);
    ck_assert_int_eq(learner("first_last")->of[0].state, HANDED_FILE);
    ck_assert(has_remark("bob_copi.cu", "should end in _copy.cu"));
    ck_assert(has_remark("copy.CU", "names no learner"));
    ck_assert_int_eq(roster.nremarks, 2);
}
END_TEST

START_TEST(results_of_an_earlier_grade_are_no_learner) {
    const Task tasks[] = {{&copy, NULL}};
    tree_write(&tree, "class/ann/copy.cu", "1");
    tree_write(&tree, "class/o/seed", "0x5");
    tree_write(&tree, "class/o/submissions/ann/copy/copy.cu", "1");
    ck_assert(read_class(tasks, 1));
    ck_assert_int_eq(roster.n, 1);
    ck_assert(has_remark("o", "results of kata grade"));
}
END_TEST

START_TEST(links_pipes_and_large_files_are_refused) {
    const Task tasks[] = {{&copy, NULL}, {&add, NULL}};
    char *secret = tree_write(&tree, "secret/copy/copy.cu", "secret");
    char *dir = tree_path(&tree, "class/eve");
    ck_assert(path_make_dirs(dir, &err));
    ck_assert_int_eq(symlink(secret, tree_path(&tree, "class/eve/copy.cu")), 0);
    ck_assert_int_eq(mkfifo(tree_path(&tree, "class/eve/add.cu"), 0600), 0);
    ck_assert(path_make_dirs(tree_path(&tree, "class/fay"), &err));
    ck_assert_int_eq(
        symlink(tree_path(&tree, "secret"), tree_path(&tree, "class/fay/work")),
        0);
    ck_assert_int_eq(truncate(tree_write(&tree, "class/fay/add.cu", ""),
                              ROSTER_FILE_MOST + 1),
                     0);
    ck_assert_int_eq(
        symlink(tree_path(&tree, "secret"), tree_path(&tree, "class/gus")), 0);
    ck_assert(read_class(tasks, 2));
    for (int i = 0; i < roster.n; i++)
        for (int t = 0; t < 2; t++)
            ck_assert_msg(roster.at[i].of[t].state == HANDED_REFUSED, "%s %d",
                          roster.at[i].slug, t);
    ck_assert_int_eq(roster.n, 3);
    ck_assert(!path_exists(tree_path(&tree, "copies/gus")));
}
END_TEST

START_TEST(nobody_is_an_error) {
    const Task tasks[] = {{&copy, NULL}};
    ck_assert(!read_class(tasks, 1));
    ck_assert_int_eq(err.kind, ERR_USAGE);
}
END_TEST

// ---- archives

static void put16(Buf *b, unsigned v) {
    buf_char(b, (char)v);
    buf_char(b, (char)(v >> 8));
}

static void put32(Buf *b, uint32_t v) {
    put16(b, v & 0xffff);
    put16(b, v >> 16);
}

// An archive with one stored file.
static void make_zip(Buf *b, const char *name, const char *text,
                     unsigned mode) {
    uint32_t n = (uint32_t)strlen(text), len = (uint32_t)strlen(name);
    uint32_t crc = (uint32_t)crc32(0, (const Bytef *)text, n);
    put32(b, 0x04034b50);
    for (int i = 0; i < 5; i++)
        put16(b, 0);
    put32(b, crc);
    put32(b, n);
    put32(b, n);
    put16(b, len);
    put16(b, 0);
    buf_str(b, name);
    buf_str(b, text);
    uint32_t start = (uint32_t)b->len;
    put32(b, 0x02014b50);
    put16(b, 3 << 8);
    for (int i = 0; i < 5; i++)
        put16(b, 0);
    put32(b, crc);
    put32(b, n);
    put32(b, n);
    put16(b, len);
    for (int i = 0; i < 4; i++)
        put16(b, 0);
    put32(b, mode << 16);
    put32(b, 0);
    buf_str(b, name);
    uint32_t size = (uint32_t)b->len - start;
    put32(b, 0x06054b50);
    put32(b, 0);
    put16(b, 1);
    put16(b, 1);
    put32(b, size);
    put32(b, start);
    put16(b, 0);
}

static int nrefused;
static char reason[200];

static void note(void *ctx, const char *name, const char *why) {
    (void)ctx, (void)name;
    nrefused++;
    snprintf(reason, sizeof reason, "%s", why);
}

static bool unpack(const void *data, size_t n, ZipBudget *budget) {
    char *path = tree_path(&tree, "a.zip"), *dir = tree_path(&tree, "in/side");
    nrefused = 0;
    *reason = '\0';
    ck_assert(path_remove_all(dir, &err) && path_make_dirs(dir, &err));
    FILE *f = fopen(path, "w"); // file_write waits for the disk
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(data, 1, n, f), n);
    fclose(f);
    err_clear(&err);
    return zip_unpack(path, dir, budget, note, NULL, &err);
}

// clang-format off
static const struct { const char *name; unsigned mode; const char *why; } entries[] = {
    {"ann/copy.cu", 0100644, ""},
    {"ann\\copy.cu", 0, ""},
    {"ann/", 040755, ""},
    {"/copy.cu", 0, "absolute"},
    {"C:/copy.cu", 0, "absolute"},
    {"../copy.cu", 0, "leads out"},
    {"a/../../copy.cu", 0, "leads out"},
    {"a/..", 0, "leads out"},
    {"..\\copy.cu", 0, "leads out"},
    {"a//copy.cu", 0, "no name"},
    {"./copy.cu", 0, "no name"},
    {"1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/x", 0, "too many folders"},
    {"copy.cu", 0120777, "symbolic link"},
    {"copy.cu", 010644, "no regular file"},
    {"copy.cu", 020644, "no regular file"},
    {"", 0, "empty"},
};
// clang-format on

START_TEST(an_entry_is_unpacked_or_refused) {
    Buf b = {0};
    ZipBudget budget = {1000, 10};
    make_zip(&b, entries[_i].name, "text", entries[_i].mode);
    ck_assert_msg(unpack(b.data, b.len, &budget), "%s", err.msg);
    ck_assert_int_eq(nrefused, *entries[_i].why != '\0');
    ck_assert_msg(strstr(reason, entries[_i].why), "%s", reason);
    int n;
    path_list(&tree.arena, tree_path(&tree, "in"), &n);
    ck_assert_int_eq(n, 1);
    path_list(&tree.arena, tree_path(&tree, "in/side"), &n);
    ck_assert_int_eq(n, *entries[_i].why == '\0');
    buf_free(&b);
}
END_TEST

START_TEST(the_budget_ends_a_bomb) {
    Buf b = {0};
    ZipBudget budget = {5, 2};
    make_zip(&b, "copy.cu", "text", 0);
    ck_assert(unpack(b.data, b.len, &budget));
    ck_assert_int_eq(nrefused, 0);
    ck_assert(unpack(b.data, b.len, &budget));
    ck_assert_msg(strstr(reason, "room"), "%s", reason);
    ck_assert(unpack(b.data, b.len, &budget));
    ck_assert_msg(strstr(reason, "too many entries"), "%s", reason);
    buf_free(&b);
}
END_TEST

// Every byte flipped, every end cut off: an answer, and nothing outside.
START_TEST(a_damaged_archive_harms_nothing) {
    Buf b = {0};
    ZipBudget budget = {1 << 30, 1 << 30};
    make_zip(&b, "ann/copy.cu", "some text to keep", 0100644);
    for (size_t i = 0; i < b.len; i++)
        for (int bit = 0; bit < 8; bit += 3) {
            b.data[i] ^= (char)(1 << bit);
            unpack(b.data, b.len, &budget);
            b.data[i] ^= (char)(1 << bit);
        }
    for (size_t n = 0; n < b.len; n++)
        ck_assert(!unpack(b.data, n, &budget));
    int n;
    path_list(&tree.arena, tree_path(&tree, "in"), &n);
    ck_assert_int_eq(n, 1);
    buf_free(&b);
}
END_TEST

SUITE_OF(roster) {
    Suite *s = suite_create("roster");
    TCase *t = tcase_create("roster");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, start, finish);
    tcase_add_loop_test(t, a_name_is_fit_for_files_and_for_the_eye, 0,
                        COUNT_OF(names));
    tcase_add_test(t, two_names_are_two_files);
    tcase_add_test(t, a_long_name_is_cut);
    tcase_add_test(t, files_are_found_in_three_places_and_by_name);
    tcase_add_test(t,
                   two_exercises_with_one_file_name_are_told_apart_by_folders);
    tcase_add_loop_test(t, a_file_under_another_name_is_taken_or_named, 0,
                        COUNT_OF(misnamed));
    tcase_add_test(t, files_of_other_exercises_are_not_taken);
    tcase_add_test(t, single_files_whose_names_name_no_learner_are_told);
    tcase_add_test(t, results_of_an_earlier_grade_are_no_learner);
    tcase_add_test(t, links_pipes_and_large_files_are_refused);
    tcase_add_test(t, nobody_is_an_error);
    tcase_add_loop_test(t, an_entry_is_unpacked_or_refused, 0,
                        COUNT_OF(entries));
    tcase_add_test(t, the_budget_ends_a_bomb);
    tcase_add_test(t, a_damaged_archive_harms_nothing);
    suite_add_tcase(s, t);
    return s;
}
