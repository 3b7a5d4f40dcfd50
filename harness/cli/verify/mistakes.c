// See mistakes.h.
#include "cli/verify/mistakes.h"

#include "base/path.h"
#include "base/str.h"

#include <string.h>

static const char head[] =
    "# The wrong results of wrong solutions, as fingerprints: a learner whose\n"
    "# results are the same is told which mistake it is. Written by\n"
    "# `make mistakes`.\n";

static void append_row(Mistakes *m, const char *id, size_t n, Str line) {
    Arena *a = &m->a->arena;
    const char *before = map_findn(&m->rows, id, n);
    map_setn(
        &m->rows, id, n,
        arena_fmt(a, "%s%.*s\n", before ? before : "", (int)line.n, line.p));
}

bool mistakes_load(Mistakes *m, App *a, const char *path, Err *err) {
    Buf text = {0};
    Str rest, line;
    *m = (Mistakes){.a = a};
    bool ok = !path_exists(path) || file_read(path, &text, err);
    rest = (Str){text.data, text.len};
    while (ok && str_cut(&rest, '\n', &line)) {
        Str id, from = line;
        if (line.n && *line.p != '#' && str_cut(&from, '\t', &id))
            append_row(m, id.p, id.n, line);
    }
    buf_free(&text);
    return ok;
}

void mistakes_drop(Mistakes *m, const Exercise *ex) {
    map_set(&m->rows, ex->id, NULL);
}

void mistakes_add(Mistakes *m, const Exercise *ex, const char *name,
                  const char *fingerprint) {
    const char *line =
        arena_fmt(&m->a->arena, "%s\t%s\t%s", ex->id, name, fingerprint);
    append_row(m, ex->id, strlen(ex->id), str_of(line));
}

bool mistakes_write(Mistakes *m, const char *path, Err *err) {
    const Plan *plan = &m->a->plan;
    Buf out = {0};
    buf_str(&out, head);
    for (int i = 0; i < plan->nexercises; i++) {
        const char *lines = map_find(&m->rows, plan->exercises[i]->id);
        if (lines) buf_str(&out, lines);
    }
    bool ok = file_write(path, buf_text(&out), out.len, err);
    buf_free(&out);
    map_free(&m->rows);
    return ok;
}
