// The modelled timeline of a program: a summary for the screen, and everything
// as trace events, which chrome://tracing and ui.perfetto.dev show.
#include "gate/result/timeline.h"

#include "report/rows.h"

#include <string.h>

// ---- on the screen

static void show_kind(const TimelineSummary *t, LineKind k, Buf *out) {
    Buf us = {0};
    double busy = t->kind[k].busy_us;
    fmt_us(&us, busy);
    buf_fmt(out, "  %-15s %7d %10s %4.0f %%", timeline_kind_name(k),
            t->kind[k].n, buf_text(&us), t->us > 0 ? 100 * busy / t->us : 0);
    if (t->kind[k].most > 1)
        buf_fmt(out, "   up to %d at once", t->kind[k].most);
    if (t->kind[k].bytes > 0 && busy > 0)
        buf_fmt(out, "   %.3g GB/s", t->kind[k].bytes / busy / 1e3);
    buf_char(out, '\n');
    buf_free(&us);
}

static void show_time(const char *name, double us, double of, Buf *out) {
    Buf text = {0};
    fmt_us(&text, us);
    buf_fmt(out, "  %-23s %10s %4.0f %%\n", name, buf_text(&text),
            of > 0 ? 100 * us / of : 0);
    buf_free(&text);
}

static void show_part(const PathPart *p, double of, Buf *out) {
    Buf name = {0};
    if (p->n > 1)
        buf_fmt(&name, "%d x %.16s", p->n, p->name);
    else
        buf_fmt(&name, "%.23s", p->name);
    show_time(buf_text(&name), p->us, of, out);
    buf_free(&name);
}

static void show_path(const Term *t, const TimelineSummary *s, Buf *out) {
    enum { ROWS = 6 };
    double rest = 0;
    term_ink(t, out, INK_DIM, "critical path\n");
    for (int i = 0; i < s->npath; i++) {
        if (i < ROWS)
            show_part(&s->path[i], s->us, out);
        else
            rest += s->path[i].us;
    }
    if (rest > 0) show_time("other", rest, s->us, out);
}

void report_timeline(const Term *t, const TimelineSummary *s, int dropped,
                     Buf *out) {
    Buf us = {0};
    fmt_us(&us, s->us);
    term_ink(t, out, INK_DIM, "timeline            runs       time   of %s\n",
             buf_text(&us));
    buf_free(&us);
    for (int k = 0; k < LINE_KINDS; k++)
        if (s->kind[k].n) show_kind(s, (LineKind)k, out);
    show_time("at the same time", s->overlap_us, s->us, out);
    if (s->idle_us > 0.01 * s->us)
        show_time("nothing ran", s->idle_us, s->us, out);
    if (s->wait_us > 0) show_time("the host waited", s->wait_us, s->us, out);
    show_path(t, s, out);
    if (dropped)
        buf_fmt(out, "%d later pieces of work are not in it\n", dropped);
}

// ---- trace events

enum { HOST_PID = 1000 };

static void name_row(Json *j, const char *what, int pid, long long tid,
                     const char *name) {
    json_open(j, '{');
    json_kstr(j, "ph", "M");
    json_kstr(j, "name", what);
    json_kint(j, "pid", pid);
    json_kint(j, "tid", tid);
    json_key(j, "args");
    json_open(j, '{');
    json_kstr(j, "name", name);
    json_close(j, '}');
    json_close(j, '}');
}

// Every device and every stream once.
static void name_rows(Arena *a, Json *j, const SimSpan *s, int n) {
    enum { MOST = 1024 };
    static struct {
        int device;
        unsigned long long stream;
    } seen[MOST];
    int count = 0, devices = 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        if (s[i].kind == SIM_SPAN_WAIT) continue;
        for (; devices <= s[i].device; devices++)
            name_row(j, "process_name", devices, 0,
                     arena_fmt(a, "device %d", devices));
        while (k < count &&
               (seen[k].device != s[i].device || seen[k].stream != s[i].stream))
            k++;
        if (k < count || count == MOST) continue;
        seen[count].device = s[i].device;
        seen[count++].stream = s[i].stream;
        name_row(j, "thread_name", s[i].device, (long long)s[i].stream,
                 s[i].stream == 1 ? "default stream"
                                  : arena_fmt(a, "stream %llu", s[i].stream));
    }
    name_row(j, "process_name", HOST_PID, 0, "host");
}

static void put_span(Arena *a, Json *j, const SimSpan *s, bool critical) {
    bool host = s->kind == SIM_SPAN_WAIT;
    double us = s->end_us - s->start_us;
    if (s->kind == SIM_SPAN_MARK && us <= 0) return;
    json_open(j, '{');
    json_kstr(j, "ph", "X");
    json_kstr(j, "name", timeline_span_title(a, s));
    json_kstr(j, "cat", host ? "host" : "device");
    json_kint(j, "pid", host ? HOST_PID : s->device);
    json_kint(j, "tid", host ? 0 : (long long)s->stream);
    json_knum(j, "ts", s->start_us);
    json_knum(j, "dur", us);
    json_key(j, "args");
    json_open(j, '{');
    if (!host) {
        json_knum(j, "issued_us", s->issue_us);
        json_knum(j, "alone_us", s->alone_us);
        json_kbool(j, "critical", critical);
    }
    if (s->bytes > 0) {
        json_knum(j, "bytes", s->bytes);
        json_knum(j, "gbs", us > 0 ? s->bytes / us / 1e3 : 0);
    }
    json_close(j, '}');
    json_close(j, '}');
}

void report_timeline_json(Arena *a, const SimSpan *s, int n,
                          const TimelineSummary *t, const char *gpu, Buf *out) {
    Json j = json_to(out);
    json_open(&j, '{');
    json_kstr(&j, "displayTimeUnit", "ms");
    json_key(&j, "otherData");
    json_open(&j, '{');
    json_kstr(&j, "modelled_on", gpu);
    json_close(&j, '}');
    json_key(&j, "traceEvents");
    json_open(&j, '[');
    name_rows(a, &j, s, n);
    for (int i = 0; i < n; i++)
        put_span(a, &j, &s[i], t->is_critical[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}
