// kata history: every attempt at an exercise, and the way the time went.
#include "report/report.h"

#include "base/json.h"

#include <math.h>
#include <string.h>

static Ink verdict_ink(Verdict v) {
    return v == VERDICT_PASS   ? INK_GOOD
           : v == VERDICT_FAIL ? INK_BAD
                               : INK_WARN;
}

static bool same_device(const Attempt *a, const Attempt *b) {
    return a->modelled == b->modelled &&
           strcmp(a->device ? a->device : "", b->device ? b->device : "") == 0;
}

// By how much rows[i] takes longer than the pass before it on the same device:
// 0.1 is a tenth longer. NaN: there is none, or it is no pass itself.
static double change_of(const Attempt *rows, int n, int i) {
    const Attempt *a = &rows[i];
    if (a->verdict != VERDICT_PASS || !(a->median_us > 0)) return NAN;
    for (int k = i + 1; k < n; k++) {
        const Attempt *b = &rows[k];
        if (b->verdict == VERDICT_PASS && b->median_us > 0 && same_device(a, b))
            return a->median_us / b->median_us - 1;
    }
    return NAN;
}

enum { SUMMARY = 57 }; // its column

// On a terminal one line: what does not fit is in the check itself.
static void show_summary(const Term *t, const char *text, Buf *out) {
    int room = t->width - SUMMARY, n = (int)strlen(text);
    if (!t->tty || n <= room || room < 8)
        buf_fmt(out, "%s\n", text);
    else
        buf_fmt(out, "%.*s...\n", room - 3, text);
}

static void show_change(Buf *out, double change) {
    enum { WIDTH = 8 };
    Buf text = {0};
    if (isfinite(change) && fabs(change) < 0.0005)
        buf_str(&text, "same");
    else if (isfinite(change))
        buf_fmt(&text, fabs(change) < 0.0995 ? "%+.1f %%" : "%+.0f %%",
                change * 100);
    buf_fmt(out, "%*s  ", WIDTH, buf_text(&text));
    buf_free(&text);
}

static void history_show_row(const Term *t, const Attempt *a, int number,
                             double change, Buf *out) {
    Buf us = {0};
    fmt_us(&us, a->median_us);
    bool star = a->modelled && isfinite(a->median_us);
    buf_fmt(out, "%4d  ", number);
    fmt_date(out, a->when);
    buf_str(out, "  ");
    term_ink(t, out, verdict_ink(a->verdict), "%-12s",
             verdict_text(a->verdict));
    buf_fmt(out, " %8s%c ", buf_text(&us), star ? '*' : ' ');
    show_change(out, change);
    show_summary(t, a->summary ? a->summary : "", out);
    buf_free(&us);
}

// Passing times from the first to the last, if they are of one clock.
static void show_spark(const Term *t, const Attempt *rows, int n, Buf *out) {
    enum { MOST = 60 };
    double us[MOST];
    int k = 0;
    for (int i = 0; i < n && k < MOST; i++)
        if (rows[i].verdict == VERDICT_PASS && isfinite(rows[i].median_us) &&
            (k == 0 || rows[i].modelled == rows[0].modelled))
            us[k++] = rows[i].median_us;
    if (k < 2) return;
    double flipped[MOST];
    for (int i = 0; i < k; i++)
        flipped[i] = us[k - 1 - i];
    buf_str(out, "\ntime of passes, first to last: ");
    term_spark(t, out, flipped, k);
    buf_str(out, "  ");
    fmt_us(out, flipped[0]);
    buf_str(out, " to ");
    fmt_us(out, flipped[k - 1]);
    buf_char(out, '\n');
}

void report_history(const Term *t, const char *address, const Attempt *rows,
                    int n, int total, Buf *out) {
    bool modelled = false;
    term_ink(t, out, INK_BOLD, "%s", address);
    buf_fmt(out, "   %d attempt%s\n\n", total, total == 1 ? "" : "s");
    if (n > 0)
        term_ink(t, out, INK_DIM, "%4s  %-16s  %-12s %8s  %8s  %s\n", "",
                 "when", "verdict", "time", "change", "reason");
    for (int i = 0; i < n; i++) {
        history_show_row(t, &rows[i], total - i, change_of(rows, n, i), out);
        modelled |= rows[i].modelled && isfinite(rows[i].median_us);
    }
    if (modelled) buf_str(out, "\n* modelled: on the simulated device\n");
    show_spark(t, rows, n, out);
}

void report_history_json(const char *address, const Attempt *rows, int n,
                         Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "address", address);
    json_key(&j, "attempts");
    json_open(&j, '[');
    for (int i = 0; i < n; i++) {
        const Attempt *a = &rows[i];
        json_open(&j, '{');
        json_kint(&j, "id", a->id);
        json_kint(&j, "when", a->when);
        json_kstr(&j, "verdict", verdict_text(a->verdict));
        json_kstr(&j, "verdict_id", verdict_id(a->verdict));
        json_kstr(&j, "stage", a->stage);
        json_kstr(&j, "device", a->device);
        json_kstr(&j, "backend", a->backend);
        json_kbool(&j, "modelled", a->modelled);
        json_kstr(&j, "summary", a->summary);
        json_kstr(&j, "version", a->version);
        json_knum(&j, "seconds", a->seconds);
        json_knum(&j, "median_us", a->median_us);
        json_knum(&j, "low_us", a->lo_us);
        json_knum(&j, "high_us", a->hi_us);
        json_knum(&j, "change", change_of(rows, n, i));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
