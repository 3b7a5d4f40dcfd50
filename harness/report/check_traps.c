// The traps of the simulated device, as remarks about a line of the learner's
// file: where, who, what, and the likely cause.
#include "report/rows.h"

#include "base/path.h"
#include "base/str.h"

#include <string.h>

typedef struct Text {
    const char *file; // the learner's
    const char *text;
    size_t len;
} Text;

// The n-th line of the learner's file, without the spaces in front.
static Str source_line(const Text *src, int line) {
    Str rest = {src->text, src->len}, part = {0};
    for (int i = 0; i < line; i++)
        if (!str_cut(&rest, '\n', &part)) return (Str){0};
    return str_trim(part);
}

static bool is_theirs(const Text *src, const char *file) {
    return src->text && src->file && *file &&
           !strcmp(path_base(src->file), path_base(file));
}

static void quote_line(const Term *t, const Text *src, const char *file,
                       int line, Buf *out) {
    if (!is_theirs(src, file) || line <= 0) return;
    Str code = source_line(src, line);
    if (code.n == 0) return;
    buf_str(out, "    ");
    term_ink(t, out, INK_BAD, ">");
    term_ink(t, out, INK_DIM, "%5d | ", line);
    buf_add(out, code.p, code.n);
    buf_char(out, '\n');
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
        {"after-free", "freed at"},
        {"double-free", "freed before at"},
        {"not-synchronised", "queued at"},
        {"destroyed-handle", "destroyed at"},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (!strcmp(trap->kind, words[i][0])) return words[i][1];
    return "the other place:";
}

static void show_trap(const Term *t, const TrapInfo *trap, long long count,
                      const Text *src, Buf *out) {
    Buf b = {0};
    buf_str(&b, trap->kind);
    if (count > 1) buf_fmt(&b, ", %lld times", count);
    report_row(t, out, trap->on_host ? "run" : "device", INK_BAD, "TRAP",
               buf_text(&b));
    buf_clear(&b);

    show_place(t, trap->file, trap->line, out);
    quote_line(t, src, trap->file, trap->line, out);
    add_who(&b, trap);
    wrap_if(t, out, 6, &b);
    term_wrap(t, out, 6, trap->message);
    add_what(&b, trap);
    wrap_if(t, out, 6, &b);
    if (trap->alloc_line > 0) {
        buf_fmt(&b, "allocated at %s:%d", path_base(trap->alloc_file),
                trap->alloc_line);
        wrap_if(t, out, 6, &b);
        quote_line(t, src, trap->alloc_file, trap->alloc_line, out);
    }
    bool same =
        trap->other_line == trap->line && !strcmp(trap->other_file, trap->file);
    if (*trap->other_file) {
        buf_fmt(&b, "%s %s:%d", other_word(trap), path_base(trap->other_file),
                trap->other_line);
        if (*trap->other_thread)
            buf_fmt(&b, ", thread (%s)", trap->other_thread);
        if (*trap->other_block && strcmp(trap->other_block, trap->block))
            buf_fmt(&b, " of block (%s)", trap->other_block);
        wrap_if(t, out, 6, &b);
        if (!same) quote_line(t, src, trap->other_file, trap->other_line, out);
    }
    if (*trap->hint) {
        buf_fmt(&b, "%s: %s", hint_word(trap), trap->hint);
        wrap_if(t, out, 6, &b);
    }
    report_gap(out);
    buf_free(&b);
}

// The same mistake in another case, or at another size: the same lines, or on
// the host a place without a line.
static bool same_report(const TrapInfo *a, const TrapInfo *b) {
    if (strcmp(a->kind, b->kind) != 0) return false;
    if (a->on_host && b->on_host && a->line <= 0 && b->line <= 0) return true;
    return a->line > 0 && a->line == b->line && !strcmp(a->file, b->file) &&
           a->other_line == b->other_line;
}

static bool is_told(const TrapInfo *traps, int i) {
    for (int k = 0; k < i; k++)
        if (same_report(&traps[k], &traps[i])) return true;
    return false;
}

// How often it was found in all cases together.
static long long count_reports(const TrapInfo *traps, int n, int first) {
    long long count = 0;
    for (int i = first; i < n; i++)
        if (same_report(&traps[first], &traps[i]))
            count += max_of(traps[i].count, 1LL);
    return count;
}

void report_traps(const Term *t, const TrapInfo *traps, int n,
                  const char *source_file, const char *source, size_t len,
                  Buf *out) {
    enum { MOST = 3 }; // more than a reader takes in; the first causes the rest
    Text src = {source_file, source, len};
    int different = 0;
    for (int i = 0; i < n; i++)
        if (!is_told(traps, i) && different++ < MOST)
            show_trap(t, &traps[i], count_reports(traps, n, i), &src, out);
    if (different > MOST) {
        Buf b = {0};
        int more = different - MOST;
        buf_fmt(&b, "and %d more place%s; fix the first one", more,
                more == 1 ? "" : "s");
        term_wrap(t, out, 4, buf_text(&b));
        report_gap(out);
        buf_free(&b);
    }
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
