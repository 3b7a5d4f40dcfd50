// The verdict on what has no kernel: a row per question, part or file, and
// under it what there is to say.
//
//   week01/shapes-strides   attempt 2   sheet 3f2a91c07b
//
//    1  right   Strides after a permutation
//    2  WRONG   Bytes of a view
//               you wrote 96; a quarter of it: elements instead of bytes?
//    3  open    A free reshape
#include "report/report.h"

#include "base/json.h"
#include "report/rows.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT = 13 };

static bool is_opinion(const PaperResult *r) {
    return r->ex->kind == KIND_ASSESSMENT;
}

static const char *word_of(const PaperResult *r, const PaperRow *row) {
    bool question = row->key != row->name; // sheets give them keys
    if (row->verdict == VERDICT_SKIPPED) return question ? "open" : "-";
    if (row->verdict == VERDICT_PASS)
        return is_opinion(r) || !question ? "ok" : "right";
    static const char *const absent[] = {"missing", "missing-part", "open",
                                         "empty",   "short",        "uncited"};
    for (size_t i = 0; i < COUNT_OF(absent); i++)
        if (!strcmp(row->kind, absent[i])) return "MISSING";
    return "WRONG";
}

static Ink ink_of(Verdict v) {
    return v == VERDICT_PASS      ? INK_GOOD
           : v == VERDICT_SKIPPED ? INK_DIM
                                  : INK_BAD;
}

static void show_head(const Term *t, const PaperView *v, Buf *out) {
    Buf left = {0};
    buf_str(&left, v->head->address);
    if (v->head->attempt > 0) buf_fmt(&left, "   attempt %d", v->head->attempt);
    term_ink(t, out, INK_BOLD, "%s", buf_text(&left));
    if (v->r->seed)
        term_ink(t, out, INK_DIM, "   sheet %llx",
                 (unsigned long long)v->r->seed);
    buf_char(out, '\n');
    if (v->head->untouched)
        term_wrap(t, out, 0,
                  v->r->seed
                      ? "Nothing is answered in your file yet, so this does "
                        "not count as a try."
                      : "Your file is still as it was handed out, so this does "
                        "not count as a try.");
    buf_char(out, '\n');
    buf_free(&left);
}

// Shows what was written, and what to say about it.
static void show_why(const Term *t, const PaperRow *row, Buf *out) {
    enum { LONG = 60 };
    Buf line = {0};
    bool quote = row->verdict == VERDICT_FAIL && *row->said;
    if (quote)
        buf_fmt(&line, "you wrote %.*s%s", LONG, row->said,
                strlen(row->said) > LONG ? "..." : "");
    if (*row->why) buf_fmt(&line, "%s%s", quote ? "\n" : "", row->why);
    if (line.len) term_wrap(t, out, TEXT, buf_text(&line));
    buf_free(&line);
}

static void show_row(const Term *t, const PaperResult *r, int i, Buf *out) {
    const PaperRow *row = &r->rows[i];
    const char *title = *row->title ? row->title : row->name;
    buf_fmt(out, " %2d  ", i + 1);
    term_ink(t, out, ink_of(row->verdict), "%-8s", word_of(r, row));
    term_hang(t, out, TEXT, TEXT, title);
    // A right number needs no words; a right option is worth its reason.
    show_why(t, row, out);
}

// ---- assessments: this week and before

static const char *detail_then(const Attempt *a, const char *key) {
    for (int i = 0; i < a->ncases; i++)
        if (!strcmp(a->cases[i].name, key)) return a->cases[i].detail;
    return NULL;
}

static double mark_of(const char *said) {
    if (!said) return __builtin_nan("");
    said += strspn(said, " `*_");
    if (!strncasecmp(said, "yes", 3)) return 1;
    if (!strncasecmp(said, "no", 2)) return 0;
    char *end;
    double v = strtod(said, &end);
    return end > said ? v : __builtin_nan("");
}

static void show_over_time(const Term *t, const PaperView *v, Buf *out) {
    enum { MOST = 12 };
    int n = v->nthen < MOST ? v->nthen : MOST;
    if (!is_opinion(v->r) || n == 0) return;
    report_gap(out);
    Buf date = {0};
    fmt_date(&date, v->then[n - 1].when);
    term_ink(t, out, INK_BOLD, "Since %.10s", buf_text(&date));
    buf_str(out, ", from the first to this one:\n");
    buf_free(&date);
    for (int i = 0; i < v->r->nrows; i++) {
        const PaperRow *row = &v->r->rows[i];
        const char *title = *row->title ? row->title : row->name;
        int wide = term_columns(title, strlen(title));
        buf_fmt(out, " %2d  %s", i + 1, title);
        buf_pad(out, ' ', (size_t)max_of(46 - wide, 1));
        for (int k = n - 1; k >= -1; k--) {
            const char *said =
                k < 0 ? row->said : detail_then(&v->then[k], row->key);
            double mark = mark_of(said);
            bool word =
                said && (mark == 0 || mark == 1) && strcspn(said, "yYnN") < 4;
            if (!(mark == mark))
                buf_str(out, " -");
            else if (word)
                buf_str(out, mark > 0 ? " yes" : " no");
            else
                buf_fmt(out, " %g", mark);
        }
        buf_char(out, '\n');
    }
}

// ---- the whole screen

static void show_verdict(const Term *t, const PaperView *v, Buf *out) {
    const PaperResult *r = v->r;
    bool pass = r->verdict == VERDICT_PASS;
    bool waits = r->nrows > 0 && r->rows[0].key != r->rows[0].name;
    int open = 0;
    for (int i = 0; i < r->nrows; i++)
        open += r->rows[i].verdict == VERDICT_SKIPPED;
    // A sheet that is begun and so far right is no failure to a learner.
    const char *word = pass                                   ? "PASS"
                       : waits && r->right + open == r->nrows ? "NOT FINISHED"
                                                              : "FAIL";
    report_gap(out);
    term_ink(t, out,
             pass           ? INK_GOOD
             : *word == 'N' ? INK_WARN
                            : INK_BAD,
             "%s", word);
    Buf line = {0};
    buf_fmt(&line, ": %s", r->summary);
    term_hang(t, out, (int)strlen(word), 2, buf_text(&line));
    buf_free(&line);
    if (*r->advice) term_wrap(t, out, 0, r->advice);
}

void report_paper(const Term *t, const PaperView *v, Buf *out) {
    show_head(t, v, out);
    for (int i = 0; i < v->r->nrows; i++)
        show_row(t, v->r, i, out);
    show_over_time(t, v, out);
    show_verdict(t, v, out);
    if (v->r->verdict != VERDICT_PASS && v->head->file)
        buf_fmt(out, "edit: %s\n", v->head->file);
    if (!v->head->next) return;
    buf_str(out, "next: ");
    term_ink(t, out, INK_BOLD, "%s\n", v->head->next);
}

void report_paper_worked(const Term *t, const PaperResult *r, Buf *out) {
    for (int i = 0; i < r->nrows; i++) {
        const PaperRow *row = &r->rows[i];
        if (!row->want && !row->method) continue;
        buf_fmt(out, "%s%2d. ", i ? "\n" : "", i + 1);
        term_ink(t, out, INK_BOLD, "%s\n", row->title);
        if (row->want) {
            buf_str(out, "    ");
            term_hang(t, out, 4, 4, row->want);
        }
        if (row->method) term_wrap(t, out, 4, row->method);
    }
}

void report_paper_json(const PaperView *v, Buf *out) {
    const PaperResult *r = v->r;
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "address", v->head->address);
    json_kstr(&j, "kind", kind_name(r->ex->kind));
    json_kint(&j, "attempt", v->head->attempt);
    json_kstr(&j, "verdict", verdict_text(r->verdict));
    json_kstr(&j, "verdict_id", verdict_id(r->verdict));
    json_kstr(&j, "summary", r->summary);
    json_kint(&j, "right", r->right);
    json_kint(&j, "asked", r->asked);
    json_kstr(&j, "file", v->head->file);
    json_knum(&j, "seconds", r->seconds);
    json_key(&j, "rows");
    json_open(&j, '[');
    for (int i = 0; i < r->nrows; i++) {
        const PaperRow *row = &r->rows[i];
        json_open(&j, '{');
        json_kstr(&j, "name", row->name);
        json_kstr(&j, "id", row->key);
        json_kstr(&j, "title", row->title);
        json_kstr(&j, "verdict", verdict_text(row->verdict));
        json_kstr(&j, "kind", row->kind);
        json_kstr(&j, "said", row->said);
        json_kstr(&j, "why", row->why);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
