// See roster.h.
#include "grade/roster.h"
#include "grade/roster_stray.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/path.h"
#include "base/str.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_MOST = 120,
    ARCHIVES_MOST = ROSTER_MOST,
};

typedef struct Gather {
    const RosterRequest *q;
    Arena *a;
    Roster *out;
    int cap, remarks_cap;
    Map by_slug; // index + 1, as a pointer
    ZipBudget budget;
    int archives;
    Err *err;
} Gather;

// ---- learners

static void add_remark(Gather *g, const char *what, const char *why) {
    enum { MOST = 1000 };
    Roster *r = g->out;
    if (r->nremarks == MOST) return;
    GROW(g->a, Remark, r->remarks, r->nremarks, g->remarks_cap);
    r->remarks[r->nremarks++] =
        (Remark){roster_clean(g->a, what, NAME_MOST), why};
}

// The learner of that name, made at its first mention; NULL: there are too
// many.
static Learner *learner_of(Gather *g, const char *raw) {
    Roster *r = g->out;
    const char *slug = roster_slug(g->a, raw);
    size_t known = (size_t)map_find(&g->by_slug, slug);
    if (known && !strcmp(r->at[known - 1].raw, raw)) return &r->at[known - 1];
    if (known) {
        add_remark(g, raw, "another learner has this name already");
        return NULL;
    }
    if (r->n == ROSTER_MOST) {
        add_remark(g, raw, "there are more learners than kata takes");
        return NULL;
    }
    GROW(g->a, Learner, r->at, r->n, g->cap);
    Learner *l = &r->at[r->n++];
    *l = (Learner){.name = roster_clean(g->a, raw, NAME_MOST),
                   .slug = slug,
                   .raw = arena_str(g->a, raw),
                   .of = arena_array(g->a, Submission, (size_t)g->q->ntasks)};
    for (int i = 0; i < g->q->ntasks; i++)
        l->of[i].why = "nothing was handed in";
    map_set(&g->by_slug, slug, (void *)(size_t)r->n);
    return l;
}

// ---- one file

static void refuse_task(Learner *l, int task, const char *why) {
    if (l->of[task].state != HANDED_FILE)
        l->of[task] = (Submission){.state = HANDED_REFUSED, .why = why};
}

// Why what open() met is not read; errno says.
static const char *refusal(int why) {
    return why == ELOOP ? "it is a symbolic link, which kata does not follow"
                        : "it cannot be opened for reading";
}

// Reads a descriptor that is open; NULL, or why it is not taken.
static const char *read_bounded(int fd, Buf *out) {
    struct stat st;
    char part[16384];
    if (fstat(fd, &st) != 0) return "it cannot be read";
    if (!S_ISREG(st.st_mode))
        return "it is no regular file (a folder, a pipe or a device)";
    if (st.st_size > ROSTER_FILE_MOST)
        return "it is larger than 1 MiB, which no solution is";
    for (;;) {
        ssize_t n = read(fd, part, sizeof part);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return "it cannot be read";
        if (n == 0) return NULL;
        buf_add(out, part, (size_t)n);
        if (out->len > ROSTER_FILE_MOST) return "it grew while it was read";
    }
}

static bool keep_copy(Gather *g, Learner *l, int task, const Buf *text) {
    const Exercise *ex = g->q->tasks[task].ex;
    Submission *s = &l->of[task];
    char *dir = path_join(g->a, path_join(g->a, g->q->copies, l->slug), ex->id);
    s->copy = path_join(g->a, dir, ex->file);
    s->state = HANDED_FILE;
    s->why = "";
    hash_of(buf_text(text), text->len, s->hash);
    Buf old = {0};
    Err none = {0};
    bool same = path_is_file(s->copy) && file_read(s->copy, &old, &none) &&
                old.len == text->len &&
                !memcmp(buf_text(&old), buf_text(text), old.len);
    buf_free(&old);
    err_clear(&none);
    return same || (path_make_dirs(dir, g->err) &&
                    file_write(s->copy, buf_text(text), text->len, g->err));
}

// Takes what fd is. It is closed. False: the copy cannot be written.
static bool take_file(Gather *g, Learner *l, int task, int fd, int why) {
    Buf text = {0};
    bool ok = true;
    const char *wrong = fd < 0 ? refusal(why) : read_bounded(fd, &text);
    if (l->of[task].state == HANDED_FILE)
        add_remark(g, l->name,
                   "has handed in one exercise twice; the first "
                   "file was taken");
    else if (wrong)
        refuse_task(l, task, wrong);
    else
        ok = keep_copy(g, l, task, &text);
    if (fd >= 0) close(fd);
    buf_free(&text);
    return ok;
}

static int open_link_free(int at, const char *name, int flags) {
    return openat(at, name,
                  O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY |
                      flags);
}

// ---- a learner's folder

// Opens folder/part/part/..., no part of which may be a link. -1: errno.
static int open_below(Arena *a, int folder, const char *path) {
    char *copy = arena_str(a, path), *part = copy;
    int at = dup(folder);
    for (char *slash; at >= 0 && (slash = strchr(part, '/'));
         part = slash + 1) {
        *slash = '\0';
        int next = open_link_free(at, part, O_DIRECTORY);
        int why = errno;
        close(at);
        at = next;
        errno = why;
    }
    if (at < 0) return -1;
    int fd = open_link_free(at, part, 0), why = errno;
    close(at);
    errno = why;
    return fd;
}

static bool take_task(Gather *g, Learner *l, int task, int folder) {
    const Exercise *ex = g->q->tasks[task].ex;
    const char *const places[] = {
        arena_fmt(g->a, "work/%s/%s", ex->id, ex->file),
        arena_fmt(g->a, "%s/%s", ex->id, ex->file),
        roster_own_name(g->q, task) ? ex->file : NULL};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        if (!places[i]) continue;
        int fd = open_below(g->a, folder, places[i]), why = errno;
        // ENOTDIR is also what a link says that should be a folder.
        if (fd < 0 && why == ENOENT) continue;
        if (!take_file(g, l, task, fd, why)) return false;
        if (l->of[task].state == HANDED_FILE) return true;
    }
    return true;
}

// Takes files that bear another name than the exercise's, where that is
// missing.
static bool take_strays(Gather *g, Learner *l, int folder) {
    Strays all = {0};
    bool looked = false, ok = true;
    for (int i = 0; ok && i < g->q->ntasks; i++) {
        const char *file = g->q->tasks[i].ex->file, *why = NULL;
        if (l->of[i].state != HANDED_NOTHING) continue;
        if (!looked) all = strays_find(g->q, folder);
        looked = true;
        Stray *s = strays_for(&all, g->q, i, &why);
        if (why) {
            refuse_task(l, i, why);
            add_remark(g, l->name, why);
        }
        if (!s) continue;
        s->used = true;
        int fd = open_below(g->a, folder, s->path), bad = errno;
        ok = take_file(g, l, i, fd, bad);
        if (l->of[i].state != HANDED_FILE) continue;
        add_remark(g, arena_fmt(g->a, "%s: %s", l->raw, s->path),
                   arena_fmt(g->a, "judged as %s, though that is not its %s",
                             file, strcmp(s->name, file) ? "name" : "place"));
    }
    return ok;
}

static bool take_folder(Gather *g, const char *raw, int folder) {
    Learner *l = learner_of(g, raw);
    bool ok = true;
    for (int i = 0; ok && l && i < g->q->ntasks; i++)
        ok = take_task(g, l, i, folder);
    ok = ok && (!l || take_strays(g, l, folder));
    close(folder);
    return ok;
}

// ---- single files: alice.cu, alice_transpose.cu

static const char *extension(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot : "";
}

// Returns the task of a file by its name, and the learner's; -1.
static int task_of_name(Gather *g, const char *name, char **learner) {
    int best = -1;
    size_t longest = 0, n = strlen(name);
    for (int i = 0; i < g->q->ntasks; i++) {
        const char *file = g->q->tasks[i].ex->file;
        size_t len = strlen(file);
        if (n > len + 1 && len > longest && !strcasecmp(name + n - len, file) &&
            strchr("_-. ", name[n - len - 1]) && roster_own_name(g->q, i)) {
            best = i;
            longest = len;
        }
    }
    if (best >= 0) {
        *learner = arena_strn(g->a, name, n - longest - 1);
        return best;
    }
    const char *ext = extension(name);
    if (g->q->ntasks != 1 || !*ext || ext == name ||
        strcasecmp(ext, extension(g->q->tasks[0].ex->file)) != 0)
        return -1;
    *learner = arena_strn(g->a, name, (size_t)(ext - name));
    return 0;
}

// saxpy.cu, carl_saxpi.cu: a learner's name that is more like an exercise's.
static void doubt_name(Gather *g, int task, const char *name,
                       const char *learner) {
    const char *file = g->q->tasks[task].ex->file;
    size_t n = strlen(file) - strlen(extension(file));
    const char *want = arena_strn(g->a, file, n);
    const char *last = strpbrk(learner, "_-. ") ? learner : NULL;
    for (const char *c = last; c && *c; c++)
        if (strchr("_-. ", *c)) last = c + 1;
    if (!strcasecmp(learner, want))
        add_remark(g, name,
                   arena_fmt(g->a, "names no learner; judged as a file of '%s'",
                             roster_clean(g->a, learner, NAME_MOST)));
    else if (last && str_distance(last, want) * 4 <= (int)n)
        add_remark(
            g, name,
            arena_fmt(g->a,
                      "judged as a file of '%s': if the learner is "
                      "'%s', it should end in _%s",
                      roster_clean(g->a, learner, NAME_MOST),
                      roster_clean(g->a,
                                   arena_strn(g->a, learner,
                                              (size_t)(last - learner) - 1),
                                   NAME_MOST),
                      file));
}

static bool take_single(Gather *g, int folder, const char *name) {
    char *raw;
    int task = task_of_name(g, name, &raw);
    if (task < 0) {
        add_remark(g, name, "no exercise has a file of this name");
        return true;
    }
    Learner *l = learner_of(g, raw);
    if (!l) return true;
    doubt_name(g, task, name, raw);
    int fd = open_link_free(folder, name, 0);
    return take_file(g, l, task, fd, errno);
}

// ---- archives

typedef struct ZipRemarks {
    Gather *g;
    const char *archive;
} ZipRemarks;

static void note_refused(void *ctx, const char *name, const char *why) {
    ZipRemarks *z = ctx;
    add_remark(z->g, arena_fmt(z->g->a, "%s: %s", z->archive, name), why);
}

// Unpacks into a new folder of the scratch; NULL after an error.
static char *unpack(Gather *g, const char *path, Err *err) {
    ZipRemarks z = {g, path_base(path)};
    char *dir = path_join(g->a, g->q->scratch,
                          arena_fmt(g->a, "zip-%d", g->archives++));
    return path_make_dirs(dir, err) &&
                   zip_unpack(path, dir, &g->budget, note_refused, &z, err)
               ? dir
               : NULL;
}

static bool take_archive(Gather *g, const char *dir, const char *name) {
    Err err = {0};
    char *raw = arena_strn(g->a, name, strlen(name) - strlen(".zip"));
    char *folder = g->archives < ARCHIVES_MOST
                       ? unpack(g, path_join(g->a, dir, name), &err)
                       : NULL;
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) return take_folder(g, raw, fd);
    Learner *l = learner_of(g, raw);
    for (int i = 0; l && i < g->q->ntasks; i++)
        refuse_task(l, i, "the archive cannot be unpacked");
    if (err.kind) add_remark(g, name, "it is no ZIP that kata can read");
    err_clear(&err);
    return true;
}

// ---- a class's folder

static bool is_same_place(const struct stat *st, const char *path) {
    struct stat other;
    return path && stat(path, &other) == 0 && other.st_dev == st->st_dev &&
           other.st_ino == st->st_ino;
}

// Results of an earlier kata grade: its seed, and the copies that it made.
static bool is_of_grade(int folder) {
    struct stat seed, copies;
    return fstatat(folder, "seed", &seed, AT_SYMLINK_NOFOLLOW) == 0 &&
           fstatat(folder, "submissions", &copies, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(seed.st_mode) && S_ISDIR(copies.st_mode);
}

static bool take_entry(Gather *g, const char *dir, int folder,
                       const char *name) {
    struct stat st;
    if (name[0] == '.' || !strcmp(name, "__MACOSX")) return true;
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
        add_remark(g, name, "it cannot be looked at");
        return true;
    }
    if (S_ISDIR(st.st_mode)) {
        if (is_same_place(&st, g->q->out)) return true;
        int fd = open_link_free(folder, name, O_DIRECTORY);
        bool results = fd >= 0 && is_of_grade(fd);
        if (fd >= 0 && !results) return take_folder(g, name, fd);
        if (results) close(fd);
        add_remark(g, name,
                   results ? "left out: it holds the results of kata grade"
                           : "its folder cannot be opened");
        return true;
    }
    if (S_ISREG(st.st_mode) && str_ends(name, ".zip") && strlen(name) > 4)
        return take_archive(g, dir, name);
    char *raw;
    if (S_ISREG(st.st_mode) || task_of_name(g, name, &raw) >= 0)
        return take_single(g, folder, name);
    // A link to a folder, a pipe: one learner who has handed in nothing that
    // can be read.
    Learner *l = learner_of(g, name);
    for (int i = 0; l && i < g->q->ntasks; i++)
        refuse_task(l, i, "a symbolic link, a pipe or a device was handed in");
    return true;
}

static bool take_class(Gather *g, const char *dir) {
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = true;
    if (folder < 0) {
        err_errno(g->err, ERR_USAGE, "cannot open %s", dir);
        return err_hint(g->err, "name a folder with one folder per learner, a "
                                "ZIP of one, or a list");
    }
    for (char **name = path_list(g->a, dir, NULL); ok && *name; name++)
        ok = take_entry(g, dir, folder, *name);
    close(folder);
    return ok;
}

// A ZIP of a folder holds that folder: its only entry, in which no exercise's
// file lies.
static const char *class_inside(Gather *g, const char *dir) {
    int n = 0;
    const char *only = NULL;
    for (char **name = path_list(g->a, dir, NULL); *name; name++)
        if (strcmp(*name, "__MACOSX") != 0 && **name != '.') {
            only = *name;
            n++;
        }
    const char *inner = n == 1 ? path_join(g->a, dir, only) : dir;
    if (n != 1 || !path_is_dir(inner) ||
        path_exists(path_join(g->a, inner, "work")))
        return dir;
    for (int i = 0; i < g->q->ntasks; i++)
        if (path_exists(path_join(g->a, inner, g->q->tasks[i].ex->file)) ||
            path_exists(path_join(g->a, inner, g->q->tasks[i].ex->id)))
            return dir;
    return inner;
}

// ---- a list: learner TAB path

static bool bad_line(Gather *g, int line, int col, Str text, const char *what) {
    Err *e = err_more(g->err);
    err_at(e, (Loc){g->q->input, line, col}, "%s", what);
    err_source(e, text.p, text.n);
    return err_hint(e, "a line is: learner, a tab, the path of a folder or "
                       "file (from the list's own folder)");
}

static bool take_list_line(Gather *g, Str line, int number) {
    Str rest = line, name;
    if (!str_cut(&rest, '\t', &name) || !rest.p)
        return bad_line(g, number, 1, line, "there is no tab in this line");
    Str path = str_trim(rest);
    name = str_trim(name);
    int col = (int)(rest.p - line.p) + 1;
    if (!name.n) return bad_line(g, number, 1, line, "no learner is named");
    if (!path.n) return bad_line(g, number, col, line, "no path is named");
    char *raw = arena_strn(g->a, name.p, name.n);
    char *full = path_join(g->a, path_dir(g->a, g->q->input),
                           arena_strn(g->a, path.p, path.n));
    int fd = open_link_free(AT_FDCWD, full, 0), why = errno;
    struct stat st;
    if (fd < 0 && why == ENOENT)
        return bad_line(g, number, col, line,
                        "there is no such file or folder");
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
        return take_folder(g, raw, fd);
    char *ignored;
    const char *base = path_base(full);
    int task = g->q->ntasks == 1
                   ? 0
                   : task_of_name(g, arena_fmt(g->a, "x_%s", base), &ignored);
    Learner *l = learner_of(g, raw);
    if (l && task >= 0) return take_file(g, l, task, fd, why);
    if (fd >= 0) close(fd);
    if (l) add_remark(g, base, "no exercise has a file of this name");
    return true;
}

static bool take_list(Gather *g) {
    Buf text = {0};
    if (!file_read(g->q->input, &text, g->err)) return false;
    Str rest = {arena_strn(g->a, buf_text(&text), text.len), text.len}, line;
    bool ok = true;
    buf_free(&text);
    if (memchr(rest.p, '\0', rest.n)) {
        err_set(g->err, ERR_USAGE, "%s is no folder, no ZIP and no list",
                g->q->input);
        return err_hint(g->err, "a list is text: learner, a tab, a path");
    }
    for (int n = 1; str_cut(&rest, '\n', &line); n++) {
        Str words = str_trim(line);
        if (words.n && words.p[0] != '#') ok &= take_list_line(g, line, n);
    }
    return ok;
}

// ---- all of it

static int by_slug(const void *a, const void *b) {
    return strcmp(((const Learner *)a)->slug, ((const Learner *)b)->slug);
}

static bool is_zip(const char *path) {
    unsigned char head[4] = {0};
    int fd = file_open(path);
    bool zip = fd >= 0 && read(fd, head, sizeof head) == 4 && head[0] == 'P' &&
               head[1] == 'K';
    if (fd >= 0) close(fd);
    return zip || str_ends(path, ".zip");
}

bool roster_read(const RosterRequest *q, Roster *out, Err *err) {
    Gather g = {.q = q,
                .a = q->a,
                .out = out,
                .budget = {.bytes = 1LL << 30, .entries = 1000000},
                .err = err};
    bool ok;
    *out = (Roster){0};
    if (!path_exists(q->input)) {
        err_set(err, ERR_USAGE, "there is no folder, ZIP or list '%s'",
                q->input);
        ok = err_hint(err, "kata grade FOLDER|ZIP|LIST");
    } else if (path_is_dir(q->input)) {
        ok = take_class(&g, q->input);
    } else if (is_zip(q->input)) {
        char *dir = unpack(&g, q->input, err);
        ok = dir && take_class(&g, class_inside(&g, dir));
    } else {
        ok = take_list(&g);
    }
    map_free(&g.by_slug);
    if (out->n) qsort(out->at, (size_t)out->n, sizeof *out->at, by_slug);
    if (ok && out->n == 0) {
        err_set(err, ERR_USAGE, "nobody has handed in anything in '%s'",
                q->input);
        ok = err_hint(err, "a folder has one folder or file per learner");
    }
    return ok;
}
