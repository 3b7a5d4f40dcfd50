// See forbids.h.
#include "build/forbids.h"

#include "base/path.h"
#include "base/str.h"
#include "build/nvcc.h"

#include <stdlib.h>
#include <string.h>

// Paths as they are without // and /./, which lead to the same file.
static char *plain_paths(Arena *a, const char *text) {
    char *out = arena_array(a, char, strlen(text) + 1);
    size_t n = 0;
    for (const char *p = text; *p; p++) {
        bool slash = n > 0 && out[n - 1] == '/';
        if (slash && *p == '/') continue;
        if (slash && p[0] == '.' && p[1] == '/')
            p++;
        else
            out[n++] = *p;
    }
    out[n] = '\0';
    return out;
}

// Reads a file, and returns the first of the libraries whose folder, or of the
// headers whose name, it has after a mark; or NULL.
static const char *library_in(Arena *a, const BuildJob *job, const char *file,
                              char before) {
    Err ignored = {0};
    Buf text = {0};
    const char *found = NULL;
    bool ok = file_read(file, &text, &ignored);
    const char *paths = ok ? plain_paths(a, buf_text(&text)) : "";
    for (const char *const *f = job->forbids; ok && *f && !found; f++) {
        if (forbids_is_instruction(*f)) continue;
        const char *end = str_ends(*f, ".h") ? "" : "/";
        if (strstr(paths, arena_fmt(a, "%c%s%s", before, *f, end))) found = *f;
    }
    err_clear(&ignored);
    buf_free(&text);
    return found;
}

// A text with its lines joined where a backslash ends them, as the preprocessor
// reads it.
static char *joined_lines(Arena *a, const Buf *text) {
    char *out = arena_array(a, char, text->len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text->len; i++) {
        size_t k = i + 1;
        while (k < text->len && strchr(" \t\r", text->data[k]))
            k++;
        bool joins =
            text->data[i] == '\\' && k < text->len && text->data[k] == '\n';
        if (joins)
            i = k;
        else
            out[n++] = text->data[i];
    }
    out[n] = '\0';
    return out;
}

// A line of the learner's file includes the header, by whatever path, or by a
// macro, which may be any.
static bool names_header(Arena *a, const BuildJob *job, const char *header) {
    Err ignored = {0};
    Buf text = {0};
    bool ok = file_read(job->source, &text, &ignored), found = false;
    Str rest = str_of(ok ? joined_lines(a, &text) : ""), line;
    while (!found && str_cut(&rest, '\n', &line)) {
        const char *s = arena_strn(a, line.p, line.n);
        const char *at = strstr(s, "include");
        if (!at || !memchr(s, '#', (size_t)(at - s))) continue;
        found = !strpbrk(at, "<\"") || strstr(at, path_base(header));
    }
    err_clear(&ignored);
    buf_free(&text);
    return found;
}

const char *forbids_found(Arena *a, const BuildJob *job, const char *object) {
    if (!job->forbids || !*job->forbids) return NULL;
    const char *any =
        library_in(a, job, arena_fmt(a, "%s" NVCC_INCLUDED, object), '/');
    if (!any) return NULL;
    const char *own = library_in(a, job, job->source, '<');
    if (!own) own = library_in(a, job, job->source, '"');
    if (own || !str_ends(any, ".h")) return own ? own : any;
    return names_header(a, job, any) ? any : NULL;
}

bool forbids_is_instruction(const char *word) {
    return strchr(word, '.') && !str_ends(word, ".h");
}

static bool object_has(const Buf *text, const char *word) {
    return memmem(text->data, text->len, word, strlen(word)) != NULL;
}

const char *forbids_instruction(const BuildJob *job, const char *object) {
    Err ignored = {0};
    Buf text = {0};
    const char *found = NULL;
    bool ok = job->backend->reads_ptx && file_read(object, &text, &ignored);
    for (const char *const *f = job->forbids; ok && f && *f && !found; f++)
        if (forbids_is_instruction(*f) && object_has(&text, *f)) found = *f;
    err_clear(&ignored);
    buf_free(&text);
    return found;
}

// A mangled name of a function in the namespace of a library, however deep:
// _ZN4mine3cub6DeviceEv, but not a function that is called so, _ZN4mine3cubEv.
static bool is_of_library(const char *p) {
    if (!str_starts(p, "_ZN")) return false;
    for (p += 3; *p >= '1' && *p <= '9';) {
        char *name;
        size_t n = strtoul(p, &name, 10);
        if (strnlen(name, n) < n) return false;
        bool known = (n == 3 && !memcmp(name, "cub", n)) ||
                     (n == 6 && !memcmp(name, "thrust", n));
        p = name + n;
        if (known && *p >= '1' && *p <= '9') return true;
    }
    return false;
}

const char *forbids_kernels_of(const BuildJob *job, const char *object) {
    static const char mark[] = ".entry ";
    Err ignored = {0};
    Buf text = {0};
    const char *found = NULL;
    bool ok = job->own_kernels && job->backend->reads_ptx &&
              file_read(object, &text, &ignored);
    const char *p = ok ? buf_text(&text) : NULL, *end = p ? p + text.len : p;
    while (p && !found &&
           (p = memmem(p, (size_t)(end - p), mark, strlen(mark)))) {
        p += strlen(mark);
        if (is_of_library(p)) found = "kernels of CUB or Thrust";
    }
    err_clear(&ignored);
    buf_free(&text);
    return found;
}
