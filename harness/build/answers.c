// See answers.h. An answer is a file, written whole or not at all:
//
//   kata 1 <bytes of stdout> <bytes of stderr>\n stdout stderr
#include "build/answers.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/str.h"
#include "build/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS_KEPT = 24 * 3600 };
static const char prefix[] = "answer-";

static char *answers_folder(Arena *a, const char *build) {
    return path_join(a, build, "cache");
}

// NULL: there is no such tool.
static char *answer_path(Arena *a, const char *build, const char *const *argv) {
    static const char *const read[] = {
        "PATH", "NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
    const char *tool = proc_find(a, argv[0]);
    struct stat st;
    char hex[HASH_HEX];
    Hash h;
    if (!tool || stat(tool, &st) != 0) return NULL;
    hash_start(&h);
    hash_str(&h, arena_fmt(a, "%s %lld %lld.%09ld %llu", tool,
                           (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                           st.st_mtim.tv_nsec, (unsigned long long)st.st_ino));
    for (int i = 1; argv[i]; i++)
        hash_str(&h, argv[i]);
    for (size_t i = 0; i < COUNT_OF(read); i++) {
        const char *v = getenv(read[i]);
        hash_str(&h, v ? v : "");
    }
    hash_end(&h, hex);
    return path_join(a, answers_folder(a, build),
                     arena_fmt(a, "%s%s", prefix, hex));
}

static bool is_young(const char *path) {
    struct stat st;
    time_t now = time(NULL);
    return stat(path, &st) == 0 && st.st_mtime <= now &&
           now - st.st_mtime < SECONDS_KEPT;
}

static bool recall_answer(const char *path, Proc *p) {
    Buf text = {0};
    Err none = {0};
    size_t out, err;
    int at = 0;
    bool ok = is_young(path) && file_read(path, &text, &none) &&
              sscanf(buf_text(&text), "kata 1 %zu %zu%n", &out, &err, &at) == 2;
    size_t head = (size_t)at + 1; // the line's end
    ok = ok && head <= text.len && out <= text.len - head &&
         err == text.len - head - out;
    if (ok) {
        *p = (Proc){0};
        buf_add(&p->out, text.data + head, out);
        buf_add(&p->err, text.data + head + out, err);
    }
    err_clear(&none);
    buf_free(&text);
    return ok;
}

static void keep_answer(const char *path, const Proc *p) {
    Buf text = {0};
    Err none = {0};
    buf_fmt(&text, "kata 1 %zu %zu\n", p->out.len, p->err.len);
    if (p->out.len) buf_add(&text, p->out.data, p->out.len);
    if (p->err.len) buf_add(&text, p->err.data, p->err.len);
    file_write(path, text.data, text.len, &none); // next time, then
    err_clear(&none);
    buf_free(&text);
}

bool answers_of(const char *build, const char *const *argv, Proc *p) {
    Arena a = {0};
    Err none = {0};
    const char *path = answer_path(&a, build, argv);
    bool ok = path && recall_answer(path, p);
    if (!ok) {
        ok = tool_ask(argv, p);
        if (ok && path && p->status == 0 &&
            path_make_dirs(answers_folder(&a, build), &none))
            keep_answer(path, p);
    }
    err_clear(&none);
    arena_reset(&a);
    return ok;
}

void answers_forget(const char *build) {
    Arena a = {0};
    const char *dir = answers_folder(&a, build);
    for (char **name = path_list(&a, dir, NULL); *name; name++)
        if (str_starts(*name, prefix)) unlink(path_join(&a, dir, *name));
    arena_reset(&a);
}
