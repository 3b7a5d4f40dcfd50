// Old exercises solved again from the stub, as the record tells it.
#include "cli/folder/drills.h"

#include "base/path.h"

#include <ctype.h>
#include <string.h>

typedef struct History {
    NoteRow *notes; // newest first
    Attempt *rows;  // likewise
    int nnotes, nrows;
} History;

static bool load_history(App *a, Arena *m, const Exercise *ex, History *h) {
    Err err = {0};
    bool ok = a->store &&
              store_notes(a->store, m, ex->id, &h->notes, &h->nnotes, &err) &&
              store_history(a->store, m, ex->id, 0, &h->rows, &h->nrows, &err);
    err_clear(&err);
    return ok;
}

// ---- whose text it is

static size_t past_space(const char *s, size_t n, size_t i) {
    while (i < n && isspace((unsigned char)s[i]))
        i++;
    return i;
}

bool drills_same_text(const char *a, size_t na, const char *b, size_t nb) {
    size_t i = past_space(a, na, 0), k = past_space(b, nb, 0);
    while (i < na && k < nb && a[i] == b[k]) {
        i = past_space(a, na, i + 1);
        k = past_space(b, nb, k + 1);
    }
    return i == na && k == nb;
}

static bool is_solution(Arena *m, const Exercise *ex, const Attempt *at) {
    Buf text = {0};
    bool same =
        file_read(path_join(m, ex->sol, ex->file), &text, NULL) &&
        drills_same_text(at->source, at->source_len, buf_text(&text), text.len);
    buf_free(&text);
    return same;
}

// Looks for the text of the pass rows[p] among the older attempts and in the
// solution.
static const char *whose_text(App *a, Arena *m, const Exercise *ex,
                              const History *h, int p) {
    Attempt at, old;
    Err err = {0};
    const char *found = NULL;
    if (!store_attempt(a->store, m, h->rows[p].id, &at, &err)) at.source = NULL;
    if (at.source && is_solution(m, ex, &at)) found = "kata's solution";
    for (int i = p + 1; at.source && !found && i < h->nrows; i++)
        if (store_attempt(a->store, m, h->rows[i].id, &old, &err) &&
            old.source && h->rows[i].verdict == VERDICT_PASS &&
            drills_same_text(at.source, at.source_len, old.source,
                             old.source_len))
            found = arena_fmt(m, "attempt %d", h->nrows - i);
    err_clear(&err);
    return found;
}

// ---- one drill

// Fills in what happened from one reset to the next.
static void fill_drill(App *a, Arena *m, const Exercise *ex, const History *h,
                       int64_t begun, int64_t until, Drill *out) {
    int pass = -1;
    *out = (Drill){.begun = begun};
    for (int i = 0; i < h->nrows; i++) { // newest first
        if (h->rows[i].verdict != VERDICT_PASS) continue;
        int64_t at = h->rows[i].when;
        if (at >= begun && at < until) pass = i;
        if (at < begun && !out->passed) out->passed = at;
    }
    if (pass >= 0) {
        out->solved = h->rows[pass].when;
        out->same = whose_text(a, m, ex, h, pass);
        until = out->solved + 1;
    }
    for (int i = 0; i < h->nnotes; i++) {
        const NoteRow *n = &h->notes[i];
        out->helped +=
            n->at >= begun && n->at < until &&
            (!strcmp(n->what, "hint") || !strcmp(n->what, "solution"));
    }
}

bool drills_find(void *ctx, Arena *m, const Exercise *ex, int i, Drill *out) {
    App *a = ctx;
    History h = {0};
    int64_t until = INT64_MAX;
    if (!load_history(a, m, ex, &h)) return false;
    for (int k = 0; k < h.nnotes; k++) {
        if (strcmp(h.notes[k].what, "reset") != 0) continue;
        if (i-- == 0) {
            fill_drill(a, m, ex, &h, h.notes[k].at, until, out);
            return true;
        }
        until = h.notes[k].at;
    }
    return false;
}
