// Words, marks and links of the dashboard.
#include "report/page_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void put_section(Buf *out, const char *id, const char *title) {
    html_put(out,
             "\n<section id=\"%s\" class=\"wide\" aria-labelledby=\"%s-h\">"
             "<h2 id=\"%s-h\">%s</h2>",
             id, id, id, title);
}

static void put_mark(Buf *out, char class, const char *sign, const char *word) {
    html_put(out, "<span class=\"st %c\">%s %s</span>", class, sign, word);
}

void put_state(Buf *out, State s) {
    switch (s) {
    case STATE_PASSED: put_mark(out, 'g', "●", state_text(s)); return;
    case STATE_STALE: put_mark(out, 'y', "◐", state_text(s)); return;
    case STATE_ATTEMPTED: put_mark(out, 'b', "✕", "not passed"); return;
    case STATE_SKIPPED: put_mark(out, 'm', "–", state_text(s)); return;
    default: put_mark(out, 'm', "○", state_text(s)); return;
    }
}

void put_slot_state(Buf *out, const Slot *slot) {
    const char *word = slot_text(slot->state);
    switch (slot->state) {
    case SLOT_DONE:
        if (slot->standing == STANDING_SKIPPED)
            put_mark(out, 'm', "–", "skipped");
        else
            put_mark(out, 'g', "●", word);
        return;
    case SLOT_READ: put_mark(out, 'g', "●", word); return;
    case SLOT_STALE: put_mark(out, 'y', "◐", word); return;
    case SLOT_OPEN:
        if (slot->standing == STANDING_FAILED)
            put_mark(out, 'b', "✕", "again");
        else
            put_mark(out, 'p', "○", word);
        return;
    case SLOT_READING: put_mark(out, 'p', "○", word); return;
    default: put_mark(out, 'm', "·", word); return;
    }
}

void put_verdict(Buf *out, Verdict v) {
    switch (v) {
    case VERDICT_PASS: put_mark(out, 'g', "●", verdict_word(v)); return;
    case VERDICT_FAIL: put_mark(out, 'b', "✕", verdict_word(v)); return;
    case VERDICT_SKIPPED: put_mark(out, 'm', "–", verdict_word(v)); return;
    default: put_mark(out, 'y', "✕", verdict_word(v)); return;
    }
}

void put_us(Buf *out, double us, bool modelled) {
    fmt_us(out, us);
    if (modelled && isfinite(us)) buf_char(out, '*');
}

void put_when(Buf *out, int64_t when) {
    if (when)
        fmt_date(out, when);
    else
        buf_char(out, '-');
}

void put_day(Buf *out, int day) {
    char text[DAY_TEXT + 8];
    buf_str(out, day_words(day, text));
}

void put_progress(Buf *out, int done, int total, const char *of) {
    html_put(out,
             "<span class=\"w\"><progress value=\"%d\" max=\"%d\" "
             "aria-label=\"%s\"></progress>%d of %d</span>",
             done, max_of(total, 1), of, done, total);
}

const PageExercise *page_find(const Page *p, const char *id) {
    int lo = 0, hi = p->n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2, order = strcmp(p->at[mid].ex->id, id);
        if (order == 0) return &p->at[mid];
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

void put_exercise(const Page *p, const Exercise *ex, const char *name,
                  Buf *out) {
    if (page_find(p, ex->id))
        html_put(out, "<a href=\"#e-%s\">%s</a>", ex->id, name);
    else
        html_text(out, name);
}

double page_share(const PageExercise *e) {
    if (!e->best || !(e->best->median_us > 0)) return NAN;
    return e->least_us[e->best->modelled] / e->best->median_us;
}

static void put_source_link(const Attempt *at, const char *what, int *n,
                            Buf *out) {
    if (!at || !at->source) return;
    html_put(out, "%s<a href=\"#s-%lld\">%s", *n ? "; " : "", (long long)at->id,
             what);
    if (at->number) html_put(out, ", attempt %d", at->number);
    buf_str(out, "</a>");
    ++*n;
}

int put_source_links(const PageExercise *e, Buf *out) {
    int n = 0;
    put_source_link(
        e->best,
        isfinite(e->best ? e->best->median_us : NAN) ? "fastest pass" : "pass",
        &n, out);
    put_source_link(e->fail, "last failure", &n, out);
    return n;
}
