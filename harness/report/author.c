// The screens of authors: lint's findings, and the table of kata verify.
#include "report/report.h"

#include "base/json.h"

#include <string.h>

// ---- lint

static void show_finding(const Term *t, const Finding *f, Buf *out) {
    if (f->loc.file) {
        Buf place = {0};
        buf_str(&place, f->loc.file);
        if (f->loc.line > 0) buf_fmt(&place, ":%d", f->loc.line);
        if (f->loc.col > 0) buf_fmt(&place, ":%d", f->loc.col);
        term_ink(t, out, INK_BOLD, "%s: ", buf_text(&place));
        buf_free(&place);
    }
    if (f->is_error)
        term_ink(t, out, INK_BAD, "error: ");
    else
        term_ink(t, out, INK_WARN, "warning: ");
    buf_fmt(out, "%s\n", f->msg);
    report_source(t, f->loc, f->source, out);
    if (f->hint[0]) {
        term_ink(t, out, INK_NAME, "  hint: ");
        term_hang(t, out, 8, 8, f->hint);
    }
}

static int count_errors(const Findings *f) {
    int n = 0;
    for (int i = 0; i < f->n; i++)
        n += f->at[i].is_error;
    return n;
}

void report_findings(const Term *t, const Findings *f, Buf *out) {
    if (f->n > 0 && out->len) buf_char(out, '\n');
    for (int i = 0; i < f->n; i++)
        show_finding(t, &f->at[i], out);
}

void report_lint(const Term *t, const Findings *f, int nexercises, Buf *out) {
    int errors = count_errors(f), warnings = f->n - errors;
    report_findings(t, f, out);
    if (f->n > 0) buf_char(out, '\n');
    term_ink(t, out, errors ? INK_BAD : INK_GOOD, "%s", errors ? "FAIL" : "ok");
    buf_fmt(out, ": %d exercise%s looked at, %d error%s, %d warning%s\n",
            nexercises, nexercises == 1 ? "" : "s", errors,
            errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s");
}

void report_lint_json(const Findings *f, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kint(&j, "errors", count_errors(f));
    json_key(&j, "findings");
    json_open(&j, '[');
    for (int i = 0; i < f->n; i++) {
        const Finding *at = &f->at[i];
        json_open(&j, '{');
        json_kstr(&j, "severity", at->is_error ? "error" : "warning");
        json_kstr(&j, "file", at->loc.file);
        json_kint(&j, "line", at->loc.line);
        json_kint(&j, "column", at->loc.col);
        json_kstr(&j, "message", at->msg);
        json_kstr(&j, "hint", at->hint[0] ? at->hint : NULL);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}

// ---- verify

static const char *verify_word(const VerifyRow *r, Ink *ink) {
    *ink = r->skipped ? INK_DIM : r->ok ? INK_GOOD : INK_BAD;
    return r->skipped ? "skipped" : r->ok ? "ok" : "FAIL";
}

// Other inputs round otherwise: what comes near the limit will be beyond it one
// day.
static void show_row(const Term *t, const VerifyRow *r, Buf *out) {
    Ink ink;
    const char *word = verify_word(r, &ink);
    Buf line = {0};
    buf_str(out, "  ");
    term_ink(t, out, ink, "%-7s", word);
    buf_fmt(out, " %-24s ", r->what);
    buf_str(&line, r->wanted);
    if (!r->ok || r->skipped)
        buf_fmt(&line, "%sgot: %s", line.len ? "\n" : "", r->got);
    else if (r->spent > 0.5)
        buf_fmt(&line, "\nnear the limit: %.0f%% of the error that is allowed",
                100 * r->spent);
    if (r->ok && r->note && *r->note) buf_fmt(&line, "\n%s", r->note);
    int column = 11 + max_of(24, term_columns(r->what, strlen(r->what)));
    term_hang(t, out, column, 35, buf_text(&line));
    buf_free(&line);
}

void report_verify_rows(const Term *t, const VerifyRow *rows, int n, Buf *out) {
    const char *last = "";
    for (int i = 0; i < n; i++) {
        if (strcmp(last, rows[i].exercise) != 0)
            term_ink(t, out, INK_BOLD, "%s\n", last = rows[i].exercise);
        show_row(t, &rows[i], out);
    }
}

// The failures once more, at the end of a table that has left the screen.
static void repeat_failures(const Term *t, const VerifyRow *rows, int n,
                            Buf *out) {
    const char *last = "";
    buf_str(out, "\nNot as they should be:\n");
    for (int i = 0; i < n; i++) {
        if (rows[i].ok || rows[i].skipped) continue;
        if (strcmp(last, rows[i].exercise) != 0)
            term_ink(t, out, INK_BOLD, "%s\n", last = rows[i].exercise);
        show_row(t, &rows[i], out);
    }
}

void report_verify_sum(const Term *t, const VerifyRow *rows, int n, Buf *out) {
    enum { SCREEN = 24 };
    int bad = 0, skipped = 0;
    bool modelled = false;
    for (int i = 0; i < n; i++) {
        bad += !rows[i].ok && !rows[i].skipped;
        skipped += rows[i].skipped;
        modelled |= rows[i].modelled;
    }
    if (bad && n > SCREEN) repeat_failures(t, rows, n, out);
    buf_char(out, '\n');
    term_ink(t, out, bad ? INK_BAD : INK_GOOD, "%s", bad ? "FAIL" : "ok");
    buf_fmt(out, ": %d of %d as they should be", n - bad - skipped, n);
    if (skipped) buf_fmt(out, ", %d skipped", skipped);
    if (modelled) buf_str(out, " (modelled)");
    buf_char(out, '\n');
}

void report_selftest_row(const Term *t, const VerifyRow *r, bool first,
                         Buf *out) {
    if (first) term_ink(t, out, INK_BOLD, "%s\n", r->exercise);
    show_row(t, r, out);
}

void report_selftest_sum(const Term *t, const SelfTestSum *s, Buf *out) {
    bool bad = s->rejected < s->cheats || s->passed < s->honest;
    buf_char(out, '\n');
    term_ink(t, out, bad ? INK_BAD : INK_GOOD, "%s", bad ? "FAIL" : "ok");
    buf_fmt(out,
            ": %d of %d cheats rejected for the reason they state, %d of %d "
            "honest\nkernels pass%s\n",
            s->rejected, s->cheats, s->passed, s->honest,
            s->modelled ? " (modelled)" : "");
    if (s->skipped)
        buf_fmt(out, "%d could not be judged here: something is missing\n",
                s->skipped);
}

void report_verify_json(const VerifyRow *rows, int n, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_key(&j, "rows");
    json_open(&j, '[');
    for (int i = 0; i < n; i++) {
        const VerifyRow *r = &rows[i];
        Ink ink;
        json_open(&j, '{');
        json_kstr(&j, "exercise", r->exercise);
        json_kstr(&j, "what", r->what);
        json_kstr(&j, "wanted", r->wanted);
        json_kstr(&j, "got", r->got);
        json_kstr(&j, "note", r->note);
        json_kstr(&j, "result", verify_word(r, &ink));
        json_kbool(&j, "modelled", r->modelled);
        json_knum(&j, "seconds", r->seconds);
        json_knum(&j, "spent", r->spent);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
