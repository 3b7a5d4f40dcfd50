// The traps of the simulated device, as remarks about a line of the learner's
// files: where, who, what, and the likely cause.
#include "report/rows.h"

#include "base/heap.h"
#include "base/path.h"
#include "base/str.h"

#include <string.h>

typedef struct Sources {
    const SourceText *at;
    int n;
} Sources;

// The n-th line of a file, without the spaces in front.
static Str source_line(const SourceText *src, int line) {
    Str rest = {src->text, src->len}, part = {0};
    for (int i = 0; i < line; i++)
        if (!str_cut(&rest, '\n', &part)) return (Str){0};
    return str_trim(part);
}

static const SourceText *source_of(const Sources *s, const char *file) {
    if (!*file) return NULL;
    for (int i = 0; i < s->n; i++)
        if (s->at[i].file && !strcmp(s->at[i].file, file)) return &s->at[i];
    const SourceText *first = s->n ? &s->at[0] : NULL;
    bool named = first && first->file &&
                 !strcmp(path_base(first->file), path_base(file));
    return named ? first : NULL;
}

// The beginning of a line of code that so many columns hold, up to a space
// where it is cut.
static Str up_to(Str code, int columns) {
    size_t n = code.n;
    if (term_columns(code.p, n) <= columns) return code;
    while (n > 0 &&
           (term_columns(code.p, n) > columns || (code.p[n] & 0xc0) == 0x80))
        n--;
    size_t space = n;
    while (space > 0 && code.p[space] != ' ')
        space--;
    return (Str){code.p, space > 0 ? space : n};
}

static void quote_line(const Term *t, const Sources *s, const char *file,
                       int line, Buf *out) {
    const SourceText *src = source_of(s, file);
    if (!src || !src->text || line <= 0) return;
    Str code = source_line(src, line);
    if (code.n == 0) return;
    buf_str(out, "    ");
    term_ink(t, out, INK_BAD, ">");
    term_ink(t, out, INK_DIM, "%5d | ", line);
    int room = t->width - 13;
    Str first = up_to(code, room);
    buf_add(out, first.p, first.n);
    buf_char(out, '\n');
    code = str_trim((Str){code.p + first.n, code.n - first.n});
    if (code.n == 0) return;
    term_ink(t, out, INK_DIM, "%12s", "| ");
    first = up_to(code, room - 7);
    buf_fmt(out, "    %.*s%s\n", (int)first.n, first.p,
            first.n < code.n ? "..." : "");
}

// The message of most traps names the thread; not everything twice.
static void add_who(Buf *b, const TrapInfo *trap) {
    enum { MOST = 120 }; // of a library's templates, the beginning will do
    if (*trap->function) {
        bool cut = strlen(trap->function) > MOST;
        buf_fmt(b, "in %.*s%s", MOST, trap->function, cut ? "..." : "");
    }
    if (strstr(trap->message, "block (")) return;
    if (*trap->block)
        buf_fmt(b, "%sblock (%s)", b->len ? ", " : "", trap->block);
    if (*trap->thread)
        buf_fmt(b, "%sthread (%s)", b->len ? ", " : "", trap->thread);
}

static void add_what(Buf *b, const TrapInfo *trap) {
    // a call frees or copies a whole range: its first byte tells nobody more
    if (!strcmp(trap->kind, "stream-race")) return;
    if (*trap->alloc_note && strstr(trap->message, trap->alloc_note)) return;
    if (*trap->variable && strstr(trap->message, trap->variable)) return;
    if (*trap->access)
        buf_fmt(b, "%s of %s memory", trap->access,
                *trap->space ? trap->space : "device");
    if (*trap->address)
        buf_fmt(b, "%s%s", b->len ? " at " : "address ", trap->address);
    if (*trap->alloc_note)
        buf_fmt(b, "%s%s", b->len ? ": " : "", trap->alloc_note);
}

static void wrap_if(const Term *t, Buf *out, int indent, Buf *b) {
    if (b->len > 0) term_wrap(t, out, indent, buf_text(b));
    buf_clear(b);
}

static void show_place(const Term *t, const char *file, int line, Buf *out) {
    if (!*file) return;
    buf_str(out, "    ");
    if (line > 0)
        term_ink(t, out, INK_BOLD, "%s:%d", path_base(file), line);
    else
        term_ink(t, out, INK_BOLD, "%s", path_base(file));
    buf_char(out, '\n');
}

// Some hints are guesses at the cause, others say what to do.
static const char *hint_word(const TrapInfo *trap) {
    bool sure = !strcmp(trap->kind, "not-simulated") ||
                !strcmp(trap->kind, "bad-launch");
    return sure ? "hint" : "likely";
}

// Shows the second place of a report.
static const char *other_word(const TrapInfo *trap) {
    static const char *const words[][2] = {
        {"after-free", "freed at"},        {"double-free", "freed before at"},
        {"not-synchronised", "queued at"}, {"destroyed-handle", "destroyed at"},
        {"stream-race", "races with"},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (!strcmp(trap->kind, words[i][0])) return words[i][1];
    return "the other place:";
}

// One place of the file, however many cases have reported it.
typedef struct Place {
    const TrapInfo *first;
    long long count;
    int cases, last_case;
} Place;

static void show_trap(const Term *t, const Place *at, int ncases,
                      const Sources *src, Buf *out) {
    const TrapInfo *trap = at->first;
    Buf b = {0};
    buf_str(&b, trap->kind);
    if (at->cases > 1)
        buf_fmt(&b, ", in %d of %d cases", at->cases, ncases);
    else if (at->count > 1)
        buf_fmt(&b, ", %lld times", at->count);
    bool wrong = trap->severity == SIM_WRONG;
    report_row(t, out, trap->on_host ? "run" : "device",
               wrong ? INK_BAD : INK_WARN, wrong ? "TRAP" : "DOUBT",
               buf_text(&b));
    buf_clear(&b);

    show_place(t, trap->file, trap->line, out);
    quote_line(t, src, trap->file, trap->line, out);
    if (!t->brief) add_who(&b, trap);
    wrap_if(t, out, 6, &b);
    term_wrap(t, out, 6, trap->message);
    // An address helps least, and so does where an array was made.
    bool is_short = t->brief > 2;
    if (!is_short) add_what(&b, trap);
    wrap_if(t, out, 6, &b);
    if (trap->alloc_line > 0 && !is_short) {
        buf_fmt(&b, "allocated at %s:%d", path_base(trap->alloc_file),
                trap->alloc_line);
        wrap_if(t, out, 6, &b);
        quote_line(t, src, trap->alloc_file, trap->alloc_line, out);
    }
    bool same =
        trap->other_line == trap->line && !strcmp(trap->other_file, trap->file);
    bool told = strstr(trap->message, " line ");
    // A place that is there already, and nobody else's.
    told |= same && !*trap->other_thread && !*trap->other_block;
    if (*trap->other_file && !told) {
        buf_fmt(&b, "%s %s:%d", other_word(trap), path_base(trap->other_file),
                trap->other_line);
        if (*trap->other_thread)
            buf_fmt(&b, ", thread (%s)", trap->other_thread);
        if (*trap->other_block && strcmp(trap->other_block, trap->block))
            buf_fmt(&b, " of block (%s)", trap->other_block);
        wrap_if(t, out, 6, &b);
    }
    if (*trap->other_file && !same)
        quote_line(t, src, trap->other_file, trap->other_line, out);
    if (*trap->hint) {
        buf_fmt(&b, "%s: %s", hint_word(trap), trap->hint);
        wrap_if(t, out, 6, &b);
    }
    if (same && !strcmp(trap->kind, "double-free")) {
        buf_str(&b, "This line freed it before, too. In a destructor: the "
                    "object was copied, and each copy frees. A kernel's "
                    "argument is a copy.");
        wrap_if(t, out, 6, &b);
    }
    report_gap(out);
    buf_free(&b);
}

// The same mistake at another size: a place without a line tells no more.
static bool is_same_place(const TrapInfo *a, const TrapInfo *b) {
    if (strcmp(a->kind, b->kind)) return false;
    if (a->on_host && b->line <= 0) return true;
    return a->line > 0 && a->line == b->line &&
           a->other_line == b->other_line && !strcmp(a->file, b->file);
}

static Place *place_in(Place *all, int *n, const TrapInfo *t) {
    for (int i = 0; i < *n; i++)
        if (is_same_place(all[i].first, t)) return &all[i];
    all[*n] = (Place){.first = t};
    return &all[(*n)++];
}

// Of an exercise, the first is the one that the verdict names.
static int group_places(Place *all, const TrapInfo *traps, int n, bool led) {
    int places = 0;
    if (led && n > 0) place_in(all, &places, &traps[0]);
    for (int late = 0; late < 2; late++)
        for (int i = 0; i < n; i++) {
            if (trap_is_late(&traps[i]) != late) continue;
            Place *at = place_in(all, &places, &traps[i]);
            at->count += traps[i].count;
            at->cases += at->last_case != traps[i].case_no;
            at->last_case = traps[i].case_no;
        }
    return places;
}

void report_traps(const Term *t, const TrapInfo *traps, int n, int ncases,
                  const SourceText *texts, int ntexts, Buf *out) {
    Sources src = {texts, ntexts};
    Place *all = heap_new((size_t)n + 1, sizeof *all);
    int places = group_places(all, traps, n, ncases > 0);
    // Of an exercise one: the first causes most others, the screen is small.
    int most = ncases > 0 ? 1 : 3;
    for (int i = 0; i < places && i < most; i++)
        show_trap(t, &all[i], ncases, &src, out);
    if (places > most) {
        Buf b = {0};
        buf_fmt(&b, "and %d more place%s; fix the first one", places - most,
                places - most == 1 ? "" : "s");
        if (t->brief && out->len > 1) out->len--; // right below
        term_wrap(t, out, 4, buf_text(&b));
        report_gap(out);
        buf_free(&b);
    }
    heap_free(all);
}

void report_notes(const Term *t, const TrapInfo *notes, int n, Buf *out) {
    enum { MOST = 5 };
    Buf b = {0};
    for (int i = 0; i < n && i < MOST; i++) {
        if (notes[i].line > 0)
            buf_fmt(&b, "%s:%d: ", path_base(notes[i].file), notes[i].line);
        buf_str(&b, notes[i].message);
        if (notes[i].alloc_bytes)
            buf_fmt(&b, " %lld bytes in %lld allocation%s.",
                    notes[i].alloc_bytes, notes[i].count,
                    notes[i].count == 1 ? "" : "s");
        else if (notes[i].count > 1)
            buf_fmt(&b, " %lld times.", notes[i].count);
        report_row(t, out, "note", INK_DIM, "", buf_text(&b));
        buf_clear(&b);
    }
    if (n > MOST) {
        buf_fmt(&b, "and %d more places", n - MOST);
        report_row(t, out, "note", INK_DIM, "", buf_text(&b));
    }
    if (n > 0) report_gap(out);
    buf_free(&b);
}
