// Builds by content: keys, entries, and what keeps the folder small.
#include "build/cache.h"

#include "base/path.h"
#include "base/rng.h"
#include "base/scratch.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ENTRIES_MAX = 300, OBJECTS_MAX = 5000 }; // 1 GB and 0.4 GB, about

// ---- keys

void key_add_file(Hash *h, Arena *a, const char *cache, const char *path) {
    struct stat st;
    Buf memo = {0};
    Err none = {0};
    char hex[HASH_HEX];

    if (stat(path, &st) != 0) {
        hash_str(h, "missing");
        return;
    }
    const char *file =
        path_join(a, cache, arena_fmt(a, "hash-%s", path_base(path)));
    // The inode too: `make` replaces a library within a second of the last.
    const char *now =
        arena_fmt(a, "%s %lld %lld.%09ld %llu ", path, (long long)st.st_size,
                  (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
                  (unsigned long long)st.st_ino);
    if (file_read(file, &memo, &none) && str_starts(memo.data, now) &&
        memo.len == strlen(now) + HASH_HEX - 1) {
        hash_str(h, memo.data + strlen(now));
    } else {
        Hash own;
        hash_start(&own);
        hash_file(&own, path);
        hash_end(&own, hex);
        hash_str(h, hex);
        const char *line = arena_fmt(a, "%s%s", now, hex);
        file_write(file, line, strlen(line), &none); // next time, then
    }
    err_clear(&none);
    buf_free(&memo);
}

// ---- entries

static char *entry_path(Arena *a, const char *cache, const char *key,
                        const char *file) {
    return arena_fmt(a, "%s/%s/%s", cache, key, file);
}

static bool parse_meta(Arena *a, const Buf *meta, BuildResult *res,
                       long long *size) {
    char *text = arena_strn(a, buf_text(meta), meta->len);
    int at = 0;

    if (sscanf(text,
               "kata 2 registers %d spills %d packed %d scalar %d size "
               "%lld\n%n",
               &res->registers, &res->spill_bytes, &res->packed, &res->scalar,
               size, &at) != 5 ||
        at == 0)
        return false;
    res->diagnostics = text + at;
    return true;
}

bool cache_load(Arena *a, const char *cache, const char *key,
                BuildResult *res) {
    const char *dir = path_join(a, cache, key);
    const char *binary = entry_path(a, cache, key, "program");
    Buf meta = {0};
    Err none = {0};
    struct stat st;
    long long size = -1;

    if (!path_is_dir(dir)) return false;
    bool ok = file_read(entry_path(a, cache, key, "meta"), &meta, &none) &&
              parse_meta(a, &meta, res, &size) && stat(binary, &st) == 0 &&
              st.st_size == size;
    buf_free(&meta);
    err_clear(&none);
    if (!ok) { // a disk that lost power, or a curious hand
        cache_abandon(dir);
        return false;
    }
    utimensat(AT_FDCWD, dir, NULL, 0); // young again, see keep_small
    res->binary = binary;
    res->cached = true;
    return true;
}

static const char object_prefix[] = "object-";

static bool is_stale(const char *path, const char *name) {
    struct stat st;
    int pid = atoi(name + strlen("tmp-"));
    if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH) return true;
    // The cache may be shared with another machine, where pids differ.
    return stat(path, &st) == 0 && st.st_mtime < time(NULL) - 3600;
}

typedef struct Age {
    const char *path;
    time_t time;
} Age;

static int by_age(const void *a, const void *b) {
    const Age *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static void keep_youngest(Age *ages, int n, int most) {
    qsort(ages, (size_t)n, sizeof *ages, by_age);
    for (int i = 0; i < n - most; i++)
        cache_abandon(ages[i].path);
}

// Removes what dead katas left, and the entries not used for longest.
static void keep_small(Arena *a, const char *cache) {
    int n, nages = 0, nobjects = 0;
    char **names = path_list(a, cache, &n);
    Age *ages = arena_array(a, Age, n), *objects = arena_array(a, Age, n);
    struct stat st;

    for (int i = 0; i < n; i++) {
        char *path = path_join(a, cache, names[i]);
        if (str_starts(names[i], "tmp-")) {
            if (is_stale(path, names[i])) cache_abandon(path);
            continue;
        }
        bool object = str_starts(names[i], object_prefix);
        if (!object && strlen(names[i]) != HASH_HEX - 1) continue;
        if (stat(path, &st) != 0) continue;
        if (object)
            objects[nobjects++] = (Age){path, st.st_mtime};
        else
            ages[nages++] = (Age){path, st.st_mtime};
    }
    keep_youngest(ages, nages, ENTRIES_MAX);
    keep_youngest(objects, nobjects, OBJECTS_MAX);
}

char *cache_begin(Arena *a, const char *cache, Err *err) {
    keep_small(a, cache);
    char *dir = arena_fmt(a, "%s/tmp-%d-%llx", cache, (int)getpid(),
                          (unsigned long long)rng_entropy());
    return scratch_dirs(dir, err) ? dir : NULL;
}

bool cache_commit(Arena *a, const char *cache, const char *dir, const char *key,
                  BuildResult *res, Err *err) {
    const char *entry = path_join(a, cache, key);
    struct stat st;

    if (stat(path_join(a, dir, "program"), &st) != 0)
        return err_errno(err, ERR_ENV, "%s/program", dir);
    const char *meta = arena_fmt(
        a, "kata 2 registers %d spills %d packed %d scalar %d size %lld\n%s",
        res->registers, res->spill_bytes, res->packed, res->scalar,
        (long long)st.st_size, res->diagnostics);
    if (!file_write(path_join(a, dir, "meta"), meta, strlen(meta), err))
        return false;
    if (rename(dir, entry) != 0) {
        // Another kata was faster: its entry is as good.
        if (errno != EEXIST && errno != ENOTEMPTY) {
            err_errno(err, ERR_ENV, "%s", entry);
            return err_hint(err, "check the space and the permissions of %s",
                            cache);
        }
        cache_abandon(dir);
    }
    res->binary = entry_path(a, cache, key, "program");
    return true;
}

// ---- objects

// "kata object 1 <bytes printed>\n", what the compiler printed, the object.
static const char object_head[] = "kata object 1 %zu\n";

static char *object_path(Arena *a, const char *cache, const char *key) {
    return arena_fmt(a, "%s/%s%s", cache, object_prefix, key);
}

bool cache_take_object(Arena *a, const char *cache, const char *key,
                       const char *file, Buf *said) {
    const char *from = object_path(a, cache, key);
    Buf all = {0};
    Err none = {0};
    size_t printed = 0;
    int head = 0;
    bool ok =
        path_exists(from) && file_read(from, &all, &none) &&
        sscanf(buf_text(&all), "kata object 1 %zu%n", &printed, &head) == 1 &&
        (size_t)head + 1 + printed < all.len;
    if (ok) {
        const char *text = all.data + head + 1;
        ok = file_write(file, text + printed,
                        all.len - (size_t)head - 1 - printed, &none);
        if (ok) buf_add(said, text, printed);
        utimensat(AT_FDCWD, from, NULL, 0); // young again, see keep_small
    }
    err_clear(&none);
    buf_free(&all);
    return ok;
}

void cache_keep_object(Arena *a, const char *cache, const char *key,
                       const char *file, const Buf *said) {
    Buf all = {0}, object = {0};
    Err none = {0};
    if (file_read(file, &object, &none)) {
        buf_fmt(&all, object_head, said->len);
        buf_add(&all, buf_text(said), said->len);
        buf_add(&all, object.data, object.len);
        file_write(object_path(a, cache, key), all.data, all.len, &none);
    }
    err_clear(&none);
    buf_free(&object);
    buf_free(&all);
}

void cache_abandon(const char *dir) {
    Err none = {0};
    path_remove_all(dir, &none);
    err_clear(&none);
}
