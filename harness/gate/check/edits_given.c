// See edits_given.h.
#include "gate/check/edits_given.h"

#include "base/path.h"
#include "base/str.h"

#include <string.h>

typedef struct Lines {
    Str *at;
    int n;
} Lines;

static Lines cut_lines(Arena *a, const char *text, size_t bytes) {
    Lines l = {0};
    Str rest = {text, bytes}, line;
    size_t most = 1;
    for (size_t i = 0; i < bytes; i++)
        most += text[i] == '\n';
    l.at = arena_array(a, Str, most + 1);
    while (str_cut(&rest, '\n', &line))
        l.at[l.n++] = str_trim(line);
    return l;
}

static bool alike_at(const Lines *a, int i, const Lines *b, int j) {
    bool ends = i < 0 || i >= a->n, too = j < 0 || j >= b->n;
    if (ends || too) return ends && too;
    return a->at[i].n == b->at[j].n &&
           !memcmp(a->at[i].p, b->at[j].p, a->at[i].n);
}

// Some line of the text is the same, and stands between the same two.
static bool has_line(const Lines *text, const Lines *own, int i) {
    for (int j = 0; j < text->n; j++)
        if (alike_at(own, i, text, j) && alike_at(own, i - 1, text, j - 1) &&
            alike_at(own, i + 1, text, j + 1))
            return true;
    return false;
}

static bool read_lines(Check *k, const char *dir, Buf *text, Lines *out) {
    Err ignored = {0};
    bool ok = file_read(path_join(k->a, dir, k->ex->file), text, &ignored);
    if (ok) *out = cut_lines(k->a, buf_text(text), text->len);
    err_clear(&ignored);
    return ok;
}

int edits_given_drop(Check *k, Edit *all, int n) {
    Buf begun = {0}, solved = {0};
    Lines stub, solution,
        own = cut_lines(k->a, k->res->source, k->res->source_len);
    int left = n;
    if (read_lines(k, k->ex->dir, &begun, &stub) &&
        read_lines(k, k->ex->sol, &solved, &solution)) {
        left = 0;
        for (int i = 0; i < n; i++)
            if (!has_line(&stub, &own, all[i].line - 1) ||
                !has_line(&solution, &own, all[i].line - 1))
                all[left++] = all[i];
    }
    buf_free(&begun);
    buf_free(&solved);
    return left;
}
