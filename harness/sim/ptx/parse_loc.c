// Source places: .file and .loc.
//
//   .loc 2 440 9, function_name $L__info_string1, inlined_at 1 3 31
//
// says that the next statement is line 440 of file 2, inlined where the latest
// .loc of file 1, line 3, column 31 was, which may itself be inlined. So the
// latest place of each (file, line, col) is kept. The names of the files come
// at the end of the text.
//
// Line 0 is code that the compiler made up, such as the loop of a memcpy: it
// belongs to the line before it in the function.
#include "sim/ptx/parse.h"

#include <string.h>

const SrcLoc loc_unknown = {.file = ""};

static LocEntry *entry_of(Parser *p, uint32_t file, int line, int col) {
    uint32_t h =
        (file * 31 + (uint32_t)line) * 2654435761u + (uint32_t)col * 40503u;
    uint32_t k = (h ^ h >> 13) & (p->locs_cap - 1);
    for (;; k = (k + 1) & (p->locs_cap - 1)) {
        LocEntry *e = &p->locs[k];
        if (!e->loc ||
            (e->file == file && e->loc->line == line && e->loc->col == col))
            return e;
    }
}

static void loc_grow(Parser *p) {
    LocEntry *old = p->locs;
    uint32_t n = p->locs_cap;
    p->locs_cap = n ? n * 2 : 256;
    p->locs = heap_new(p->locs_cap, sizeof *p->locs);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].loc)
            *entry_of(p, old[i].file, old[i].loc->line, old[i].loc->col) =
                old[i];
    heap_free(old);
}

// The place inlined at `at` (or NULL): the latest one if it is the same.
static const SrcLoc *loc_place(Parser *p, uint32_t file, int line, int col,
                               const SrcLoc *at) {
    if (p->nlocs * 2 >= p->locs_cap) loc_grow(p);
    LocEntry *e = entry_of(p, file, line, col);
    if (e->loc && e->loc->inlined_at == at) return e->loc;

    SrcLoc *loc = arena_new(p->a, SrcLoc);
    *loc = (SrcLoc){.file = "", .line = line, .col = col, .inlined_at = at};
    if (!e->loc) p->nlocs++;
    *e = (LocEntry){file, loc};
    vec_push(&p->all_locs, *e);
    return loc;
}

static const SrcLoc *latest(Parser *p, uint32_t file, int line, int col) {
    if (p->locs_cap) {
        const LocEntry *e = entry_of(p, file, line, col);
        if (e->loc) return e->loc;
    }
    return loc_place(p, file, line, col, NULL);
}

// place = file line col
static bool three(Parser *p, uint32_t *file, int *line, int *col) {
    int64_t v[3];
    for (int i = 0; i < 3; i++) {
        if (!integer(p, &v[i])) return false;
        if (v[i] < 0 || v[i] > INT32_MAX)
            return parse_fail(p, "a source place out of range");
    }
    *file = (uint32_t)v[0];
    *line = (int)v[1];
    *col = (int)v[2];
    return true;
}

// loc = ".loc" place ["," "function_name" word ["+" int]]
//                    ["," "inlined_at" place]
bool loc_directive(Parser *p) {
    next(p);
    uint32_t file = 0, at_file = 0;
    int line = 0, col = 0, at_line = 0, at_col = 0;
    const SrcLoc *at = NULL;
    if (!three(p, &file, &line, &col)) return false;
    while (accept(p, ',')) {
        Atom *word;
        if (!word_atom(p, "function_name or inlined_at", &word)) return false;
        if (!strcmp(word->text, "inlined_at")) {
            if (!three(p, &at_file, &at_line, &at_col)) return false;
            at = latest(p, at_file, at_line, at_col);
        } else {
            int64_t offset;
            if (!word_atom(p, "a label", &word)) return false;
            if (accept(p, '+') && !integer(p, &offset)) return false;
        }
    }
    if (line > 0 || at || !p->loc || !p->loc->line)
        p->loc = loc_place(p, file, line, col, at);
    else
        while (p->loc->inlined_at)
            p->loc = p->loc->inlined_at;
    return true;
}

// file = ".file" index string ["," time "," size]
bool file_directive(Parser *p) {
    next(p);
    int64_t i, number;
    if (!integer(p, &i)) return false;
    if (i < 0 || i > 100000) return parse_fail(p, "a file number out of range");
    if (p->tok.kind != TOK_STR) return parse_want(p, "a file name");
    while (p->files.n <= i)
        vec_push(&p->files, NULL);
    p->files.at[i] = arena_strn(p->a, p->tok.start, p->tok.n);
    next(p);
    while (accept(p, ','))
        if (!integer(p, &number)) return false;
    return true;
}

void name_files(Parser *p) {
    for (int i = 0; i < p->all_locs.n; i++) {
        const LocEntry *e = &p->all_locs.at[i];
        bool known = e->file < (uint32_t)p->files.n && p->files.at[e->file];
        e->loc->file = known ? p->files.at[e->file] : "";
    }
}

void locs_fini(Parser *p) {
    heap_free(p->locs);
    vec_free(&p->all_locs);
}
