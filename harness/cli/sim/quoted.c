#include "cli/sim/quoted.h"

#include "base/path.h"
#include "base/vec.h"

#include <string.h>

static bool read_quoted(Arena *m, const char *file, SourceText *out) {
    Buf text = {0};
    Err ignored = {0};
    bool have = file && file_read(file, &text, &ignored);
    err_clear(&ignored);
    *out = (SourceText){.file = file};
    if (have) {
        out->text = arena_strn(m, buf_text(&text), text.len);
        out->len = text.len;
    }
    buf_free(&text);
    return have;
}

void quoted_add(Quoted *s, Arena *m, const char *file) {
    SourceText text;
    read_quoted(m, file, &text);
    vec_push(s, text);
}

static void add_new(Quoted *s, Arena *m, const char *file) {
    enum { MOST = 64 };
    if (!file || !*file || s->n >= MOST) return;
    for (int i = 0; i < s->n; i++)
        if (s->at[i].file && !strcmp(s->at[i].file, file)) return;
    SourceText text;
    if (read_quoted(m, file, &text)) vec_push(s, text);
}

void quoted_told_of(Quoted *s, Arena *m, const TrapInfo *traps, int n) {
    for (int i = 0; i < n; i++) {
        add_new(s, m, traps[i].file);
        add_new(s, m, traps[i].alloc_file);
        add_new(s, m, traps[i].other_file);
    }
}
