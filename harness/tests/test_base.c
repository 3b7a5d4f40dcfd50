// base: containers, text, errors, files, processes, JSON.
#include "base/arena.h"
#include "base/hash.h"
#include "base/heap.h"
#include "base/json.h"
#include "base/map.h"
#include "base/proc.h"
#include "base/rng.h"
#include "base/scratch.h"
#include "base/share.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/verdict.h"
#include "tests/tests.h"
#include "tests/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- macros

START_TEST(min_and_max_nest_and_evaluate_once) {
    int i = 0;
    ck_assert_int_eq(min_of(++i, 5), 1);
    ck_assert_int_eq(i, 1);
    ck_assert_int_eq(max_of(1, max_of(3, 2)), 3);
    ck_assert_int_eq(min_of(max_of(1, 4), min_of(9, 7)), 4);
}
END_TEST

// ---- arena

typedef struct Wide {
    _Alignas(64) char bytes[64];
} Wide;

static void touch_each(void *ctx, size_t from, size_t to) {
    unsigned char *seen = ctx;
    for (size_t i = from; i < to; i++)
        seen[i]++;
}

START_TEST(a_shared_range_is_worked_on_once) {
    static const size_t lengths[] = {0, 1, 9, 10, 11, 100, 999};
    for (size_t k = 0; k < COUNT_OF(lengths); k++) {
        unsigned char seen[1000] = {0};
        share_range(lengths[k], 10, touch_each, seen);
        for (size_t i = 0; i < COUNT_OF(seen); i++)
            ck_assert_int_eq(seen[i], i < lengths[k]);
    }
}
END_TEST

START_TEST(long_memory_is_copied_and_compared_to_its_last_byte) {
    enum { BYTES = (9 << 20) + 3 };
    unsigned char *a = heap_large(BYTES), *b = heap_large(BYTES + 1);
    ck_assert(a[0] == 0 && a[BYTES / 2] == 0 && a[BYTES - 1] == 0);
    for (size_t i = 0; i < BYTES; i++)
        a[i] = (unsigned char)(i * 2654435761u >> 24);
    b[BYTES] = 7;
    share_copy(b, a, BYTES);
    ck_assert(memcmp(a, b, BYTES) == 0 && b[BYTES] == 7);
    ck_assert(share_same(a, b, BYTES) && share_same(a, b, 0));
    b[BYTES - 1] ^= 1;
    ck_assert(!share_same(a, b, BYTES) && share_same(a, b, BYTES - 1));
    heap_free(a);
    heap_free(b);
}
END_TEST

START_TEST(arena_objects_are_aligned_zeroed_and_apart) {
    Arena a = {0};
    char *last = NULL;
    for (int i = 1; i < 300; i++) {
        char *c = arena_array(&a, char, (size_t)i % 7);
        Wide *w = arena_new(&a, Wide);
        double *d = arena_array(&a, double, (size_t)i);
        ck_assert_uint_eq((uintptr_t)w % 64, 0);
        ck_assert_uint_eq((uintptr_t)d % _Alignof(double), 0);
        ck_assert_ptr_ne(c, last);
        for (int k = 0; k < i; k++)
            ck_assert(d[k] == 0);
        memset(w, 0xff, sizeof *w);
        memset(d, 0xff, (size_t)i * sizeof *d);
        last = c;
    }
    arena_reset(&a);
    ck_assert_ptr_null(a.top);
    ck_assert_str_eq(arena_str(&a, "again"), "again");
    arena_reset(&a);
}
END_TEST

START_TEST(arena_objects_of_any_size_keep_their_bytes) {
    enum { N = 200 };
    Arena a = {0};
    char *p[N];
    for (size_t i = 0; i < N; i++) {
        size_t size = 1 + i * i * 7 % 5000;
        p[i] = arena_array(&a, char, size);
        memset(p[i], (int)i, size);
    }
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < 1 + i * i * 7 % 5000; k++)
            ck_assert_int_eq((unsigned char)p[i][k], (int)i);
    arena_reset(&a);
}
END_TEST

START_TEST(arena_text_is_copied_cut_and_formatted) {
    Arena a = {0};
    char text[] = "kernel";
    char *s = arena_str(&a, text), *n = arena_strn(&a, text, 3);
    text[0] = 'X';
    ck_assert_str_eq(s, "kernel");
    ck_assert_str_eq(n, "ker");
    ck_assert_str_eq(arena_fmt(&a, "%s-%03d", n, 7), "ker-007");
    ck_assert_uint_eq(strlen(arena_fmt(&a, "%5000d", 1)), 5000);
    arena_reset(&a);
}
END_TEST

START_TEST(an_impossible_size_ends_with_status_5) {
    Arena a = {0};
    arena_alloc(&a, SIZE_MAX / 2, 3, 1);
}
END_TEST

// ---- buf

START_TEST(a_buffer_is_text_at_every_moment) {
    Buf b = {0};
    ck_assert_str_eq(buf_text(&b), "");
    buf_add(&b, NULL, 0);
    ck_assert_str_eq(b.data, "");
    for (int i = 0; i < 1000; i++) {
        buf_char(&b, (char)('a' + i % 26));
        ck_assert_uint_eq(strlen(b.data), b.len);
    }
    buf_clear(&b);
    ck_assert_str_eq(buf_text(&b), "");
    buf_str(&b, "x=");
    buf_fmt(&b, "%d%s", 12, "!");
    buf_pad(&b, '.', 3);
    buf_add(&b, "a\0b", 3);
    ck_assert_uint_eq(b.len, 11);
    ck_assert_int_eq(memcmp(b.data, "x=12!...a\0b", 12), 0);
    buf_free(&b);
    ck_assert_ptr_null(b.data);
}
END_TEST

START_TEST(a_long_format_fits) {
    Buf b = {0};
    buf_str(&b, "ab");
    buf_fmt(&b, "%0*d", 61, 0); // to the last byte of the first block
    ck_assert_uint_eq(b.len, 63);
    buf_fmt(&b, "%0*d", 9000, 0);
    ck_assert_uint_eq(b.len, 9063);
    ck_assert_uint_eq(strlen(b.data), 9063);
    buf_free(&b);
}
END_TEST

START_TEST(a_vec_grows) {
    struct {
        int *at;
        int n, cap;
    } v = {0};
    for (int i = 0; i < 1000; i++)
        vec_push(&v, i * 3);
    ck_assert_int_eq(v.n, 1000);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(v.at[i], i * 3);
    vec_free(&v);
    ck_assert_ptr_null(v.at);
}
END_TEST

// ---- str

START_TEST(cutting_returns_every_part_also_empty_ones) {
    Str rest = STR("a::bc:"), part;
    const char *want[] = {"a", "", "bc", ""};
    for (int i = 0; i < 4; i++) {
        ck_assert(str_cut(&rest, ':', &part));
        ck_assert_msg(str_eq(part, want[i]), "part %d", i);
    }
    ck_assert(!str_cut(&rest, ':', &part));
    rest = (Str){"", 0};
    ck_assert(str_cut(&rest, ':', &part) && part.n == 0);
    ck_assert(!str_cut(&rest, ':', &part));
}
END_TEST

START_TEST(text_questions) {
    ck_assert(str_starts("transpose", "trans") && !str_starts("tr", "trans"));
    ck_assert(str_ends("a.cu", ".cu") && !str_ends("u", ".cu"));
    ck_assert(str_eq(str_trim(STR(" \t x y\r\n")), "x y"));
    ck_assert(str_eq(str_trim(STR("  ")), ""));
    ck_assert(str_eq(STR("ab"), "ab") && !str_eq(STR("ab"), "abc"));
}
END_TEST

START_TEST(distance_counts_edits) {
    static const struct {
        const char *a, *b;
        int want;
    } rows[] = {{"", "", 0},           {"", "abc", 3},
                {"abc", "", 3},        {"kitten", "sitting", 3},
                {"shape", "shap", 1},  {"shape", "shpae", 2},
                {"saxpy", "saxpy", 0}, {"a", "b", 1},
                {"SAXPY", "saxpy", 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        ck_assert_int_eq(str_distance(rows[i].a, rows[i].b), rows[i].want);
    char long_a[300] = "", long_b[301] = "";
    memset(long_a, 'x', 299);
    memset(long_b, 'x', 300);
    ck_assert_int_eq(str_distance(long_a, long_b), 1);
}
END_TEST

START_TEST(nearest_is_a_plausible_misspelling_or_none) {
    static const char *const names[] = {"shape", "fill", "output", "inout"};
    ck_assert_int_eq(str_nearest("shap", names, 4), 0);
    ck_assert_int_eq(str_nearest("outptu", names, 4), 2);
    ck_assert_int_eq(str_nearest("fil", names, 4), 1);
    ck_assert_int_eq(str_nearest("kernel", names, 4), -1);
    ck_assert_int_eq(str_nearest("x", names, 0), -1);
    // The beginning of one alone.
    static const char *const tracks[] = {"micro-12-week", "roadmap-30-month",
                                         "roadmap-12-month"};
    ck_assert_int_eq(str_nearest("micro", tracks, 3), 0);
    ck_assert_int_eq(str_nearest("roadmap", tracks, 3), -1);
}
END_TEST

// ---- map

START_TEST(a_map_keeps_order_copies_keys_and_replaces) {
    Map m = {0};
    char key[32];
    ck_assert_ptr_null(map_find(&m, "a"));
    for (intptr_t i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "key%ld", (long)i);
        map_set(&m, key, (void *)(i + 1));
    }
    map_set(&m, "key500", (void *)7);
    ck_assert_int_eq(m.n, 1000);
    for (intptr_t i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "key%ld", (long)i);
        ck_assert_str_eq(m.at[i].key, key);
        ck_assert_int_eq((intptr_t)map_find(&m, key), i == 500 ? 7 : i + 1);
    }
    ck_assert_ptr_null(map_find(&m, "key1000"));
    map_free(&m);
}
END_TEST

START_TEST(a_key_may_be_a_slice) {
    Map m = {0};
    int x, y;
    map_setn(&m, "abcdef", 3, &x);
    map_set(&m, "", &y);
    ck_assert_ptr_eq(map_find(&m, "abc"), &x);
    ck_assert_ptr_eq(map_findn(&m, "abcxyz", 3), &x);
    ck_assert_ptr_null(map_find(&m, "ab"));
    ck_assert_ptr_null(map_find(&m, "abcd"));
    ck_assert_ptr_eq(map_find(&m, ""), &y);
    map_free(&m);
}
END_TEST

START_TEST(a_prefix_of_a_key_is_another_key) {
    Map m = {0};
    char key[16];
    // So many that a search for "k12" meets "k123" on its way.
    for (int i = 0; i < 10000; i++) {
        snprintf(key, sizeof key, "k%04d", i % 10000);
        map_set(&m, key, &m);
    }
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "k%03d", i % 1000);
        ck_assert_ptr_null(map_find(&m, key));
        ck_assert_ptr_null(map_findn(&m, key, 3));
        ck_assert_ptr_null(map_findn(&m, key, 2));
    }
    map_free(&m);
}
END_TEST

// ---- err

START_TEST(setting_returns_false_and_replaces) {
    Err e = {0};
    ck_assert(!err_set(&e, ERR_USAGE, "no %s", "a"));
    ck_assert(!err_hint(&e, "try %d", 5));
    ck_assert(!err_at(&e, (Loc){"f", 2, 3}, "at"));
    ck_assert_int_eq(e.kind, ERR_INPUT);
    ck_assert_str_eq(e.msg, "at");
    ck_assert_str_eq(e.hint, "");
    ck_assert_int_eq(e.loc.line, 2);
    errno = ENOSPC;
    ck_assert(!err_errno(&e, ERR_ENV, "disk"));
    ck_assert_str_eq(e.msg, "disk: No space left on device");
    ck_assert(!err_set(NULL, ERR_BUG, "nobody listens"));
}
END_TEST

START_TEST(a_chain_grows_at_its_end) {
    Err e = {0}, more = {0}, empty = {0};
    ck_assert_ptr_eq(err_more(&e), &e);
    err_set(err_more(&e), ERR_INPUT, "one");
    err_set(err_more(&e), ERR_INPUT, "two");
    err_hint(&e, "for two");
    err_set(&more, ERR_ENV, "three");
    err_set(err_more(&more), ERR_ENV, "four");
    ck_assert(!err_move(&e, &more));
    ck_assert(err_move(&e, &empty));
    ck_assert_int_eq(err_count(&e), 4);
    ck_assert_int_eq(err_count(&more), 0);
    ck_assert_ptr_null(more.next);
    ck_assert_str_eq(e.next->hint, "for two");
    ck_assert_str_eq(e.next->next->next->msg, "four");
    err_clear(&e);
    ck_assert_int_eq(err_count(&e), 0);
}
END_TEST

START_TEST(a_message_too_long_is_cut_at_a_character) {
    Err e = {0};
    char text[1000] = "";
    for (int i = 0; i < 450; i++)
        strcat(text, "\xc3\xa9"); // two bytes each: 599 bytes cut one in half
    err_set(&e, ERR_USAGE, "%s", text);
    ck_assert_uint_eq(strlen(e.msg), 598);
    err_source(&e, text, strlen(text));
    ck_assert_uint_eq(strlen(e.source), 198);
    err_set(&e, ERR_USAGE, "x%s", text);
    ck_assert_uint_eq(strlen(e.msg), 599);
    err_clear(&e);
}
END_TEST

START_TEST(kinds_have_the_exit_status_of_the_design) {
    static const int want[] = {0, 2, 2, 3, 4, 5, 5, 5, 70};
    for (int k = ERR_NONE; k <= ERR_BUG; k++)
        ck_assert_int_eq(err_exit_status((ErrKind)k), want[k]);
    ck_assert_int_eq(verdict_exit_status(VERDICT_INCONCLUSIVE), 6);
    ck_assert_int_eq(verdict_exit_status(VERDICT_NONE), 70);
}
END_TEST

START_TEST(verdicts_have_texts_and_ids) {
    ck_assert_str_eq(verdict_text(VERDICT_CRASH), "error");
    ck_assert_str_eq(verdict_id(VERDICT_CRASH), "crash");
    for (int v = 0; v < VERDICT_COUNT; v++)
        ck_assert_int_eq(verdict_find(verdict_id((Verdict)v)), v);
    ck_assert_int_eq(verdict_find("error"), VERDICT_NONE);
}
END_TEST

// ---- path

START_TEST(paths_join_and_split) {
    Arena a = {0};
    ck_assert_str_eq(path_join(&a, "a", "b"), "a/b");
    ck_assert_str_eq(path_join(&a, "a/", "b"), "a/b");
    ck_assert_str_eq(path_join(&a, "a", "/b"), "/b");
    ck_assert_str_eq(path_join(&a, "", "b"), "b");
    ck_assert_str_eq(path_base("a/b.cu"), "b.cu");
    ck_assert_str_eq(path_base("b.cu"), "b.cu");
    ck_assert(path_is_code("a/b.cu") && path_is_code("b.c.cpp"));
    ck_assert(!path_is_code("a.cu/b") && !path_is_code("b.cuh") &&
              !path_is_code("b.cu.h") && !path_is_code("cu"));
    ck_assert_str_eq(path_dir(&a, "a/b/c"), "a/b");
    ck_assert_str_eq(path_dir(&a, "c"), ".");
    ck_assert_str_eq(path_dir(&a, "/c"), "/");
    arena_reset(&a);
}
END_TEST

static Tree tree;
static Err err;

static void tree_setup(void) {
    tree_open(&tree);
}

static void tree_teardown(void) {
    err_clear(&err);
    tree_close(&tree);
}

// What a program can leave: a path longer than any, and folders that are shut.
START_TEST(deep_and_shut_folders_are_removed) {
    enum { DEPTH = 3000 };
    const char *top = tree_path(&tree, "deep");
    ck_assert_int_eq(mkdir(top, 0700), 0);
    int fd = open(top, O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < DEPTH; i++) {
        ck_assert_int_eq(mkdirat(fd, "a folder with a name", 0700), 0);
        int in = openat(fd, "a folder with a name", O_RDONLY | O_DIRECTORY);
        ck_assert_int_ge(in, 0);
        close(fd);
        fd = in;
    }
    ck_assert_int_eq(mkdirat(fd, "shut", 0700), 0);
    ck_assert_int_eq(mkdirat(fd, "shut/in", 0), 0);
    ck_assert_int_eq(fchmodat(fd, "shut", 0, 0), 0);
    ck_assert_int_eq(symlinkat("/", fd, "link"), 0);
    close(fd);
    ck_assert_msg(path_remove_all(top, &err), "%s", err.msg);
    ck_assert(!path_exists(top));
    ck_assert(path_exists("/usr"));
}
END_TEST

START_TEST(folders_are_made_listed_and_removed) {
    int n;
    char *deep = tree_path(&tree, "a/b/c");
    ck_assert(path_make_dirs(deep, &err) && path_make_dirs(deep, &err));
    ck_assert(path_is_dir(deep));
    tree_write(&tree, "a/z", "");
    tree_write(&tree, "a/B", "");
    ck_assert_int_eq(symlink("/", tree_path(&tree, "a/link")), 0);
    char **names = path_list(&tree.arena, tree_path(&tree, "a"), &n);
    ck_assert_int_eq(n, 4);
    ck_assert_str_eq(names[0], "B");
    ck_assert_str_eq(names[1], "b");
    ck_assert_str_eq(names[3], "z");
    ck_assert_ptr_null(names[4]);
    ck_assert(path_remove_all(tree_path(&tree, "a"), &err));
    ck_assert(!path_exists(tree_path(&tree, "a")));
    ck_assert(path_exists("/")); // the link was removed, not followed
    ck_assert(path_remove_all(tree_path(&tree, "a"), &err));
    ck_assert_ptr_null(path_list(&tree.arena, "/nonexistent", &n)[0]);
    ck_assert(!path_make_dirs(tree_write(&tree, "file", ""), NULL));
}
END_TEST

// A process that makes a folder with a file in it, says so, and waits to be
// killed.
static pid_t maker(const char *build, char *path, size_t size) {
    int link[2];
    ck_assert_int_eq(pipe(link), 0);
    pid_t pid = fork();
    if (pid == 0) {
        Scratch s;
        if (!scratch_open(&s, &tree.arena, build, "test", &err)) _exit(1);
        file_write(path_join(&tree.arena, s.path, "file"), "x", 1, &err);
        (void)!write(link[1], s.path, strlen(s.path) + 1);
        for (;;)
            pause();
    }
    ssize_t n = read(link[0], path, size);
    ck_assert_int_gt(n, 0);
    close(link[0]);
    close(link[1]);
    return pid;
}

static void finish_maker(pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

START_TEST(what_a_killed_process_left_is_cleared_and_no_other) {
    enum { PATH = 200 };
    char dead[PATH], alive[PATH];
    Scratch mine, other;
    pid_t first = maker(tree.root, dead, sizeof dead);
    pid_t second = maker(tree.root, alive, sizeof alive);
    finish_maker(first);
    ck_assert(path_exists(dead) && path_exists(alive));

    // The number of one that lives is no protection: its lock is.
    char *stolen = tree_path(
        &tree, arena_fmt(&tree.arena, "scratch/%d-0-test/a", (int)getpid()));
    ck_assert(path_make_dirs(stolen, &err));
    ck_assert(scratch_open(&mine, &tree.arena, tree.root, "test", &err));
    ck_assert(!path_exists(dead) && !path_exists(stolen));
    ck_assert(path_exists(alive) && path_is_dir(mine.path));
    ck_assert(scratch_open(&other, &tree.arena, tree.root, "test", &err));
    ck_assert(path_exists(alive) && path_is_dir(mine.path));

    const char *path = other.path;
    scratch_close(&other);
    ck_assert(!path_exists(path) && path_is_dir(mine.path));
    scratch_close(&mine);
    finish_maker(second);
}
END_TEST

START_TEST(a_file_is_written_whole_and_keeps_its_mode) {
    Buf b = {0};
    struct stat st;
    char *path = tree_path(&tree, "f");
    ck_assert(file_write(path, "old text", 8, &err));
    ck_assert_int_eq(chmod(path, 0640), 0);
    ck_assert(file_write(path, "n\0w", 3, &err));
    ck_assert(file_read(path, &b, &err));
    ck_assert_uint_eq(b.len, 3);
    ck_assert_int_eq(memcmp(b.data, "n\0w", 4), 0);
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_int_eq(st.st_mode & 0777, 0640);
    ck_assert(file_copy(path, tree_path(&tree, "g"), &err));
    int n;
    path_list(&tree.arena, tree.root, &n); // and nothing is left beside them
    ck_assert_int_eq(n, 2);
    buf_free(&b);
}
END_TEST

START_TEST(a_failed_write_leaves_the_old_file) {
    Buf b = {0};
    char *path = tree_write(&tree, "d/f", "old");
    if (geteuid() != 0) {
        ck_assert_int_eq(chmod(tree_path(&tree, "d"), 0500), 0);
        ck_assert(!file_write(path, "new", 3, &err));
        ck_assert_int_eq(chmod(tree_path(&tree, "d"), 0700), 0);
    }
    ck_assert(!file_write(tree_path(&tree, "none/f"), "new", 3, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_str_ne(err.hint, "");
    ck_assert(!file_write(tree_path(&tree, "d"), "new", 3, &err)); // a folder
    ck_assert(file_read(path, &b, &err));
    ck_assert_str_eq(b.data, "old");
    int n;
    path_list(&tree.arena, tree.root, &n);
    ck_assert_int_eq(n, 1);
    buf_free(&b);
}
END_TEST

START_TEST(only_regular_files_are_read) {
    Buf b = {0};
    char *pipe = tree_path(&tree, "pipe");
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    ck_assert(!file_read(pipe, &b, &err)); // and does not wait for a writer
    err_clear(&err);
    ck_assert(!file_read("/dev/zero", &b, &err));
    err_clear(&err);
    ck_assert(file_read("/proc/self/status", &b, &err));
    buf_free(&b);
}
END_TEST

START_TEST(writing_a_link_writes_what_it_points_at) {
    Buf b = {0};
    struct stat st;
    char *file = tree_write(&tree, "real", "old"),
         *link = tree_path(&tree, "link");
    ck_assert_int_eq(symlink("real", link), 0);
    ck_assert(file_write(link, "new", 3, &err));
    ck_assert(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    ck_assert(file_read(file, &b, &err));
    ck_assert_str_eq(b.data, "new");
    buf_free(&b);
}
END_TEST

START_TEST(reading_what_is_no_file_is_an_error) {
    Buf b = {0};
    ck_assert(!file_read(tree_path(&tree, "none"), &b, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert(!file_read(tree.root, &b, &err));
    ck_assert(file_read(tree_write(&tree, "empty", ""), &b, &err));
    ck_assert_ptr_nonnull(b.data);
    buf_free(&b);
}
END_TEST

// ---- proc

static Proc shell(const char *script) {
    const char *const argv[] = {"sh", "-c", script, NULL};
    Proc p;
    ck_assert_msg(proc_run(argv, NULL, &p, &err), "%s", err.msg);
    return p;
}

START_TEST(a_tool_s_output_and_status_are_kept_apart) {
    Proc p = shell("echo out; echo err >&2; exit 7");
    ck_assert_int_eq(p.status, 7);
    ck_assert_str_eq(p.out.data, "out\n");
    ck_assert_str_eq(p.err.data, "err\n");
    ck_assert(p.seconds >= 0);
    proc_free(&p);
    p = shell("kill -9 $$");
    ck_assert_int_eq(p.status, 128 + SIGKILL);
    proc_free(&p);
}
END_TEST

START_TEST(both_pipes_are_drained_together_and_capped) {
    // More than a pipe holds, alternating, and more than is kept.
    Proc p = shell("i=0; while [ $i -lt 100 ]; do i=$((i+1));"
                   " head -c 4000 /dev/zero >&2; head -c 4000 /dev/zero; done;"
                   " head -c 9000000 /dev/zero");
    ck_assert_int_eq(p.status, 0);
    ck_assert_uint_eq(p.err.len, 400000);
    ck_assert_uint_eq(p.out.len, 8 << 20);
    proc_free(&p);
}
END_TEST

START_TEST(a_tool_that_is_not_there_is_an_error_with_advice) {
    const char *const argv[] = {"no-such-tool-at-all", NULL};
    Proc p;
    ck_assert(!proc_run(argv, NULL, &p, &err));
    ck_assert_int_eq(err.kind, ERR_ENV);
    ck_assert_int_eq(p.status, -1);
    ck_assert_ptr_nonnull(strstr(err.hint, "installed"));
    proc_free(&p);
}
END_TEST

START_TEST(a_tool_starts_from_clean_signals_fds_and_input) {
    sigset_t all, old;
    int leak[2];
    ck_assert_int_eq(pipe(leak), 0);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &old);
    signal(SIGPIPE, SIG_IGN);
    Proc p = shell("grep -E 'SigBlk|SigIgn' /proc/self/status; cat; "
                   "ls /proc/self/fd | tr '\\n' ' '");
    sigprocmask(SIG_SETMASK, &old, NULL);
    unsigned long long blocked, ignored;
    char fds[32] = "";
    ck_assert_int_eq(sscanf(p.out.data, "SigBlk: %llx SigIgn: %llx %31[^x]",
                            &blocked, &ignored, fds),
                     3);
    ck_assert_uint_eq(blocked, 0);
    ck_assert_uint_eq(ignored & 1 << (SIGPIPE - 1), 0);
    ck_assert_str_eq(fds, "0 1 2 3 "); // 3 is ls's own
    proc_free(&p);
    close(leak[0]);
    close(leak[1]);
}
END_TEST

START_TEST(a_daemon_left_behind_does_not_hold_us_up) {
    Proc p = shell("sleep 30 & echo started");
    ck_assert_str_eq(p.out.data, "started\n");
    ck_assert(p.seconds < 20);
    proc_free(&p);
}
END_TEST

START_TEST(two_tools_run_at_a_time_in_their_folders) {
    tree_write(&tree, "a/x", "");
    const char *const argv[] = {"sh", "-c", "head -c 300000 /dev/zero; ls >&2",
                                NULL};
    ProcHandle *h = proc_start(argv, tree_path(&tree, "a"), &err);
    ProcHandle *k = proc_start(argv, tree.root, &err);
    ck_assert(h && k);
    Proc p, q;
    ck_assert(proc_wait(h, &p, &err) && proc_wait(k, &q, &err));
    ck_assert_str_eq(p.err.data, "x\n");
    ck_assert_str_eq(q.err.data, "a\n");
    ck_assert_uint_eq(q.out.len, 300000);
    proc_free(&p);
    proc_free(&q);
}
END_TEST

START_TEST(no_descriptor_is_left_open) {
    int n, m;
    Arena a = {0};
    path_list(&a, "/proc/self/fd", &n);
    for (int i = 0; i < 5; i++) {
        Proc p = shell("true");
        proc_free(&p);
        const char *const argv[] = {"no-such-tool-at-all", NULL};
        proc_run(argv, NULL, &p, &err);
    }
    path_list(&a, "/proc/self/fd", &m);
    ck_assert_int_eq(n, m);
    arena_reset(&a);
}
END_TEST

START_TEST(a_command_is_shown_as_one_would_type_it) {
    Arena a = {0};
    Args args = {0};
    args_add(&args, "nvcc");
    args_add(&args, "-arch=sm_90");
    args_add(&args, "my file.cu");
    args_add(&args, "it's");
    args_add(&args, "");
    ck_assert_str_eq(args_text(&a, &args),
                     "nvcc -arch=sm_90 'my file.cu' 'it'\\''s' ''");
    ck_assert_ptr_null(args.at[args.n]);
    args_free(&args);
    arena_reset(&a);
}
END_TEST

START_TEST(programs_are_found_on_the_path) {
    Arena a = {0};
    char *sh = proc_find(&a, "sh");
    ck_assert(sh && sh[0] == '/' && str_ends(sh, "/sh"));
    ck_assert_ptr_null(proc_find(&a, "no-such-tool-at-all"));
    ck_assert_ptr_null(proc_find(&a, "/tmp")); // a folder is no program
    arena_reset(&a);
}
END_TEST

// ---- json

START_TEST(json_has_its_commas_and_brackets) {
    Buf b = {0};
    Json j = json_to(&b);
    json_open(&j, '{');
    json_kstr(&j, "a", "x");
    json_key(&j, "b");
    json_open(&j, '[');
    json_int(&j, -1);
    json_bool(&j, true);
    json_null(&j);
    json_open(&j, '{');
    json_close(&j, '}');
    json_close(&j, ']');
    json_kstr(&j, "c", NULL);
    json_kbool(&j, "d", false);
    json_close(&j, '}');
    ck_assert_str_eq(b.data, "{\"a\":\"x\",\"b\":[-1,true,null,{}],"
                             "\"c\":null,\"d\":false}");
    buf_free(&b);
}
END_TEST

// clang-format off
static const struct { const char *text, *want; } strings[] = {
    {"plain", "\"plain\""},
    {"\"\\\n\r\t", "\"\\\"\\\\\\n\\r\\t\""},
    {"\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\""},
    {"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\"caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\""},
    {"a\xff" "b", "\"a\xef\xbf\xbd" "b\""},
    {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                 // overlong
    {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, // surrogate
    {"\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                 // cut off
    {"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
};
static const struct { double v; const char *want; } numbers[] = {
    {0.1, "0.1"}, {1e300, "1e+300"}, {1.0 / 3, "0.3333333333333333"},
    {-0.0, "-0"}, {1048576, "1048576"}, {NAN, "null"}, {INFINITY, "null"},
    {0.1 + 0.2, "0.30000000000000004"},
};
// clang-format on

START_TEST(json_strings_are_escaped_and_clean) {
    Buf b = {0};
    Json j = json_to(&b);
    json_str(&j, strings[_i].text);
    ck_assert_str_eq(b.data, strings[_i].want);
    buf_free(&b);
}
END_TEST

START_TEST(json_numbers_read_back_the_same) {
    Buf b = {0};
    Json j = json_to(&b);
    json_num(&j, numbers[_i].v);
    ck_assert_str_eq(b.data, numbers[_i].want);
    buf_free(&b);
}
END_TEST

// ---- hash and rng

START_TEST(the_hash_is_sha_256) {
    char hex[HASH_HEX], again[HASH_HEX];
    hash_of("abc", 3, hex);
    ck_assert_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223"
                          "b00361a396177a9cb410ff61f20015ad");
    Hash h;
    hash_start(&h);
    hash_add(&h, "a", 1);
    hash_add(&h, "bc", 2);
    hash_end(&h, again);
    ck_assert_str_eq(hex, again);
    hash_start(&h);
    hash_file(&h, tree_write(&tree, "abc", "abc"));
    hash_end(&h, again);
    ck_assert_str_eq(hex, again);
}
END_TEST

START_TEST(hashed_texts_do_not_run_together) {
    char a[HASH_HEX], b[HASH_HEX];
    Hash h;
    hash_start(&h);
    hash_str(&h, "ab");
    hash_str(&h, "c");
    hash_end(&h, a);
    hash_start(&h);
    hash_str(&h, "a");
    hash_str(&h, "bc");
    hash_end(&h, b);
    ck_assert_str_ne(a, b);
    hash_start(&h);
    hash_file(&h, "/nonexistent");
    hash_end(&h, b);
    hash_of("missing", 8, a);
    ck_assert_str_eq(a, b);
}
END_TEST

START_TEST(the_generator_is_the_published_one) {
    // From the reference code, state {1, 2, 3, 4}.
    Rng r = {{1, 2, 3, 4}};
    ck_assert_uint_eq(rng_next(&r), 11520);
    ck_assert_uint_eq(rng_next(&r), 0);
    ck_assert_uint_eq(rng_next(&r), 1509978240);
    ck_assert_uint_eq(rng_next(&r), 1215971899390074240);
}
END_TEST

START_TEST(ranges_hold_their_bounds) {
    Rng r;
    rng_seed(&r, 0);
    bool low = false, high = false;
    for (int i = 0; i < 1000; i++) {
        int64_t v = rng_range(&r, -3, 3);
        ck_assert(v >= -3 && v <= 3);
        low |= v == -3;
        high |= v == 3;
        double u = rng_unit(&r);
        ck_assert(u >= 0 && u < 1);
        ck_assert_uint_lt(rng_below(&r, 5), 5);
    }
    ck_assert(low && high);
    rng_range(&r, INT64_MIN, INT64_MAX);
    ck_assert_int_eq(rng_range(&r, 9, 9), 9);
    ck_assert_uint_ne(rng_entropy(), rng_entropy());
}
END_TEST

SUITE_OF(base) {
    Suite *s = suite_create("base");
    TCase *t = tcase_create("memory");
    tcase_add_test(t, min_and_max_nest_and_evaluate_once);
    tcase_add_test(t, a_shared_range_is_worked_on_once);
    tcase_add_test(t, long_memory_is_copied_and_compared_to_its_last_byte);
    tcase_add_test(t, arena_objects_are_aligned_zeroed_and_apart);
    tcase_add_test(t, arena_objects_of_any_size_keep_their_bytes);
    tcase_add_test(t, arena_text_is_copied_cut_and_formatted);
    tcase_add_test(t, a_buffer_is_text_at_every_moment);
    tcase_add_test(t, a_long_format_fits);
    tcase_add_test(t, a_vec_grows);
    tcase_add_test(t, a_map_keeps_order_copies_keys_and_replaces);
    tcase_add_test(t, a_key_may_be_a_slice);
    tcase_add_test(t, a_prefix_of_a_key_is_another_key);
    suite_add_tcase(s, t);

    t = tcase_create("fork");
    tcase_set_tags(t, "fork");
    tcase_add_exit_test(t, an_impossible_size_ends_with_status_5, 5);
    suite_add_tcase(s, t);

    t = tcase_create("text");
    tcase_add_test(t, cutting_returns_every_part_also_empty_ones);
    tcase_add_test(t, text_questions);
    tcase_add_test(t, distance_counts_edits);
    tcase_add_test(t, nearest_is_a_plausible_misspelling_or_none);
    tcase_add_test(t, setting_returns_false_and_replaces);
    tcase_add_test(t, a_chain_grows_at_its_end);
    tcase_add_test(t, a_message_too_long_is_cut_at_a_character);
    tcase_add_test(t, kinds_have_the_exit_status_of_the_design);
    tcase_add_test(t, verdicts_have_texts_and_ids);
    tcase_add_test(t, paths_join_and_split);
    tcase_add_test(t, json_has_its_commas_and_brackets);
    tcase_add_loop_test(t, json_strings_are_escaped_and_clean, 0,
                        COUNT_OF(strings));
    tcase_add_loop_test(t, json_numbers_read_back_the_same, 0,
                        COUNT_OF(numbers));
    tcase_add_test(t, hashed_texts_do_not_run_together);
    tcase_add_test(t, the_generator_is_the_published_one);
    tcase_add_test(t, ranges_hold_their_bounds);
    suite_add_tcase(s, t);

    t = tcase_create("files");
    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, tree_setup, tree_teardown);
    tcase_add_test(t, deep_and_shut_folders_are_removed);
    tcase_add_test(t, folders_are_made_listed_and_removed);
    tcase_add_test(t, what_a_killed_process_left_is_cleared_and_no_other);
    tcase_add_test(t, a_file_is_written_whole_and_keeps_its_mode);
    tcase_add_test(t, a_failed_write_leaves_the_old_file);
    tcase_add_test(t, only_regular_files_are_read);
    tcase_add_test(t, writing_a_link_writes_what_it_points_at);
    tcase_add_test(t, reading_what_is_no_file_is_an_error);
    tcase_add_test(t, a_tool_s_output_and_status_are_kept_apart);
    tcase_add_test(t, both_pipes_are_drained_together_and_capped);
    tcase_add_test(t, a_tool_that_is_not_there_is_an_error_with_advice);
    tcase_add_test(t, a_tool_starts_from_clean_signals_fds_and_input);
    tcase_add_test(t, a_daemon_left_behind_does_not_hold_us_up);
    tcase_add_test(t, two_tools_run_at_a_time_in_their_folders);
    tcase_add_test(t, no_descriptor_is_left_open);
    tcase_add_test(t, a_command_is_shown_as_one_would_type_it);
    tcase_add_test(t, programs_are_found_on_the_path);
    tcase_add_test(t, the_hash_is_sha_256);
    suite_add_tcase(s, t);
    return s;
}
