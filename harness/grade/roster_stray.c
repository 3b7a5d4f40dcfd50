// See roster_stray.h.
#include "grade/roster_stray.h"

#include "base/path.h"
#include "base/str.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 8, ENTRIES_MOST = 5000, NAMED_MOST = 3, SHOWN_MOST = 60 };

bool roster_own_name(const RosterRequest *q, int task) {
    for (int i = 0; i < q->ntasks; i++)
        if (i != task && !strcmp(q->tasks[i].ex->file, q->tasks[task].ex->file))
            return false;
    return true;
}

// ---- finding them

// work/ID/FILE, ID/FILE and FILE are looked at before.
static bool is_usual_place(const RosterRequest *q, const char *path) {
    if (str_starts(path, "work/")) path += strlen("work/");
    const char *slash = strchr(path, '/'), *name = slash ? slash + 1 : path;
    for (int i = 0; i < q->ntasks; i++) {
        const Exercise *ex = q->tasks[i].ex;
        bool here = slash ? strlen(ex->id) == (size_t)(slash - path) &&
                                str_starts(path, ex->id)
                          : roster_own_name(q, i);
        if (here && !strcmp(name, ex->file)) return true;
    }
    return false;
}

static void walk_below(const RosterRequest *q, int fd, const char *path,
                       const char *folder, int depth, Strays *out) {
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *e;
    struct stat st;
    if (!dir && fd >= 0) close(fd);
    while (dir && out->seen < ENTRIES_MOST && (e = readdir(dir))) {
        out->seen++;
        if (e->d_name[0] == '.' || !strcmp(e->d_name, "__MACOSX") ||
            fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        const char *name = arena_str(q->a, e->d_name);
        const char *full = *path ? arena_fmt(q->a, "%s/%s", path, name) : name;
        if (S_ISDIR(st.st_mode)) {
            int next = openat(dirfd(dir), name,
                              O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (depth == DEEPEST && next >= 0)
                close(next);
            else
                walk_below(q, next, full, name, depth + 1, out);
            continue;
        }
        GROW(q->a, Stray, out->at, out->n, out->cap);
        out->at[out->n++] =
            (Stray){full, name, folder, is_usual_place(q, full)};
    }
    if (dir) closedir(dir);
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const Stray *)a)->path, ((const Stray *)b)->path);
}

Strays strays_find(const RosterRequest *q, int folder) {
    Strays s = {0};
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    walk_below(q, fd, "", "", 1, &s);
    if (s.n) qsort(s.at, (size_t)s.n, sizeof *s.at, by_path);
    return s;
}

// ---- which of them is meant

static const char *dot_of(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot : "";
}

static bool same_dot(const Stray *s, const Exercise *ex) {
    return !strcasecmp(dot_of(s->name), dot_of(ex->file));
}

// Letters and digits of a name without its end: My_Saxpy.cu is mysaxpy.
static const char *letters_of(Arena *a, const char *name) {
    char *out = arena_str(a, name);
    size_t n = 0, all = strlen(name) - strlen(dot_of(name));
    for (size_t i = 0; i < all; i++)
        if (isalnum((unsigned char)name[i]))
            out[n++] = (char)tolower((unsigned char)name[i]);
    out[n] = '\0';
    return out;
}

// Of an exercise that is not graded: a learner may hand in all of his work.
static bool is_of_another(const RosterRequest *q, const Stray *s) {
    for (int i = 0; i < q->ntasks; i++)
        if (!strcasecmp(q->tasks[i].ex->id, s->folder)) return false;
    return q->plan && plan_find(q->plan, s->folder);
}

static bool has_name_of_another(const RosterRequest *q, const Stray *s) {
    const char *dot = dot_of(s->name);
    const char *stem = arena_strn(q->a, s->name, strlen(s->name) - strlen(dot));
    for (int i = 0; i < q->ntasks; i++)
        if (!strcasecmp(q->tasks[i].ex->file, s->name)) return false;
    return q->plan && plan_find(q->plan, stem);
}

// The exercise whose name is the longest in that of the file; -1.
static int task_in_name(const RosterRequest *q, const Stray *s) {
    const char *have = letters_of(q->a, s->name);
    size_t longest = 0;
    int best = -1;
    for (int i = 0; i < q->ntasks; i++) {
        const char *want = letters_of(q->a, q->tasks[i].ex->file);
        if (strlen(want) <= longest || !strstr(have, want)) continue;
        longest = strlen(want);
        best = i;
    }
    return best;
}

// How sure it is that a file is meant for an exercise, 0 the most; NO_WAY: it
// is not.
enum { WAYS = 4, NO_WAY = WAYS };

static int meant_way(const RosterRequest *q, const Stray *s, int task) {
    const Exercise *ex = q->tasks[task].ex;
    bool own = roster_own_name(q, task);
    bool in_folder = !strcasecmp(s->folder, ex->id);
    if (s->used || !same_dot(s, ex) || is_of_another(q, s)) return NO_WAY;
    if (!strcasecmp(s->name, ex->file) && (own || in_folder)) return 0;
    if (in_folder) return 1;
    if (has_name_of_another(q, s)) return NO_WAY;
    if (own && task_in_name(q, s) == task) return 2;
    return q->ntasks == 1 ? 3 : NO_WAY;
}

static void name_one(const RosterRequest *q, const Stray *s, int nth, int n,
                     const char *last, Buf *out) {
    if (nth >= NAMED_MOST) return;
    if (nth) buf_str(out, nth == n - 1 ? last : ", ");
    buf_str(out, roster_clean(q->a, s->path, SHOWN_MOST));
    if (nth == NAMED_MOST - 1 && n > NAMED_MOST)
        buf_fmt(out, " and %d more", n - NAMED_MOST);
}

// Files that the instructor has to look at, as nothing says what they are:
// those of one way, or (NO_WAY) all that may be code of this exercise; where it
// is the only one, all that there is.
static const char *say_which(Strays *s, const RosterRequest *q, int task,
                             int way) {
    const Exercise *ex = q->tasks[task].ex;
    Buf out = {0};
    int n = 0, nth = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->n; i++) {
            const Stray *one = &s->at[i];
            bool any = !one->used && !is_of_another(q, one) &&
                       (q->ntasks == 1 || same_dot(one, ex) ||
                        task_in_name(q, one) == task);
            if (way == NO_WAY ? !any : meant_way(q, one, task) != way) continue;
            if (pass == 0) {
                n++;
                continue;
            }
            if (!nth)
                buf_fmt(&out, "there is no %s; %s", ex->file,
                        way != NO_WAY ? "rename the one that is meant: "
                                      : "the folder holds ");
            name_one(q, one, nth++, n, way == NO_WAY ? " and " : " or ", &out);
        }
    const char *text = n ? arena_str(q->a, buf_text(&out)) : NULL;
    buf_free(&out);
    return text;
}

Stray *strays_for(Strays *s, const RosterRequest *q, int task,
                  const char **why) {
    for (int way = 0; way < WAYS; way++) {
        Stray *found = NULL;
        int n = 0;
        for (int i = 0; i < s->n; i++)
            if (meant_way(q, &s->at[i], task) == way) {
                found = &s->at[i];
                n++;
            }
        if (n == 1) return found;
        if (n) {
            *why = say_which(s, q, task, way);
            return NULL;
        }
    }
    *why = say_which(s, q, task, NO_WAY);
    return NULL;
}
