// See sources.h.
#include "build/sources.h"

#include "base/map.h"
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { INCLUDES_MAX = 500 };

typedef struct Walk {
    Sources *out;
    Hash *h;
    Arena *a;
    Map seen;
    const char *folder; // of the submission, without links
} Walk;

// The name in `#include "name"` or <name>, or nothing.
static bool included(Str line, Str *name) {
    line = str_trim(line);
    if (!line.n || *line.p != '#') return false;
    line = str_trim((Str){line.p + 1, line.n - 1});
    if (line.n < 7 || memcmp(line.p, "include", 7) != 0) return false;
    line = str_trim((Str){line.p + 7, line.n - 7});
    if (line.n < 2 || (*line.p != '"' && *line.p != '<')) return false;
    const char *end =
        memchr(line.p + 1, *line.p == '"' ? '"' : '>', line.n - 1);
    if (!end) return false;
    *name = (Str){line.p + 1, (size_t)(end - line.p) - 1};
    return true;
}

// A source of a program of its own; a header has other endings.
static bool is_submission(const char *name) {
    static const char *const ends[] = {".c",   ".cu", ".cpp", ".cc",
                                       ".cxx", ".py", ".C",   ".c++",
                                       ".s",   ".S",  ".db",  ".yaml"};
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_ends(name, ends[i])) return true;
    return false;
}

static bool is_below(const char *path, const char *folder) {
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 &&
           (path[n] == '/' || (n && folder[n - 1] == '/'));
}

// Why a submission may not include a file that is there; NULL: it may.
static const char *reason_against(const Walk *w, const char *path) {
    char real[PATH_MAX];
    struct stat st;
    if (lstat(path, &st) != 0) return NULL;
    if (S_ISLNK(st.st_mode)) return "is a symbolic link";
    if (!S_ISREG(st.st_mode)) return "is no regular file";
    if (!realpath(path, real) || !is_below(real, w->folder))
        return "is outside of the folder of your file";
    if (is_submission(path)) return "is no header";
    if (st.st_size > SOURCE_BYTES_MAX) return "is too large";
    return NULL;
}

static bool read_small(const char *path, Buf *text) {
    Err none = {0};
    struct stat st;
    bool ok = stat(path, &st) == 0 && st.st_size <= SOURCE_BYTES_MAX &&
              file_read(path, text, &none);
    err_clear(&none);
    return ok;
}

static void source_add(Walk *w, const char *path, bool is_first) {
    Buf text = {0};
    const char *why = is_first ? NULL : reason_against(w, path);

    if (map_find(&w->seen, path) || w->seen.n > INCLUDES_MAX) return;
    map_set(&w->seen, path, (void *)path);
    hash_str(w->h, path);
    if (why && w->out && !w->out->refused) {
        w->out->refused = str_starts(path, "./") ? path + 2 : path;
        w->out->why = why;
    }
    if (why || !read_small(path, &text)) {
        // Its absence is part of the key: it may appear, and shadow another.
        hash_str(w->h, "missing");
        buf_free(&text);
        return;
    }
    if (w->out) vec_push(w->out, path);
    hash_add(w->h, text.data ? text.data : "", text.len);
    Str rest = {buf_text(&text), text.len}, line, name;
    while (str_cut(&rest, '\n', &line))
        if (included(line, &name))
            source_add(w,
                       path_join(w->a, path_dir(w->a, path),
                                 arena_strn(w->a, name.p, name.n)),
                       false);
    buf_free(&text);
}

void sources_add(Sources *out, Hash *h, Arena *a, const char *path) {
    char real[PATH_MAX];
    const char *dir = path_dir(a, path);
    Walk w = {.out = out, .h = h, .a = a};
    w.folder = arena_str(a, realpath(dir, real) ? real : dir);
    source_add(&w, path, true);
    map_free(&w.seen);
}

void sources_free(Sources *s) {
    vec_free(s);
}

const char *source_argument(Arena *a, const char *path) {
    return *path == '-' || *path == '@' ? arena_fmt(a, "./%s", path) : path;
}

bool source_check(const char *path, Err *err) {
    struct stat st;
    if (lstat(path, &st) != 0) {
        if (errno != ENOENT) return err_errno(err, ERR_INPUT, "%s", path);
        err_set(err, ERR_INPUT, "there is no file '%s'", path);
        return err_hint(err, "`kata next` copies an exercise's file to work/; "
                             "--file names another");
    }
    if (S_ISLNK(st.st_mode)) {
        err_set(err, ERR_INPUT, "'%s' is a symbolic link", path);
        return err_hint(err, "kata checks the file itself: name the file that "
                             "the link leads to, or copy it here");
    }
    if (!S_ISREG(st.st_mode)) {
        err_set(err, ERR_INPUT, "'%s' is no regular file", path);
        return err_hint(err, "name a file with source code");
    }
    if (st.st_size > SOURCE_BYTES_MAX) {
        err_set(err, ERR_INPUT, "'%s' has %lld MiB: kata reads at most %d MiB",
                path, (long long)st.st_size >> 20, SOURCE_BYTES_MAX >> 20);
        return err_hint(err, "is it the right file?");
    }
    return true;
}
