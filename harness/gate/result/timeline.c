#include "gate/result/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[LINE_KINDS] = {
    [LINE_KERNELS] = "kernels",     [LINE_COPY_IN] = "copies in",
    [LINE_COPY_OUT] = "copies out", [LINE_COPY] = "device copies",
    [LINE_FILL] = "memsets",        [LINE_HOST_FN] = "host functions",
};

const char *timeline_kind_name(LineKind k) {
    return kind_names[k];
}

LineKind timeline_kind_of(const SimSpan *s) {
    switch (s->kind) {
    case SIM_SPAN_KERNEL: return LINE_KERNELS;
    case SIM_SPAN_COPY_IN: return LINE_COPY_IN;
    case SIM_SPAN_COPY_OUT: return LINE_COPY_OUT;
    case SIM_SPAN_COPY:
    case SIM_SPAN_COPY_PEER: return LINE_COPY;
    case SIM_SPAN_FILL: return LINE_FILL;
    case SIM_SPAN_HOST_FN: return LINE_HOST_FN;
    default: return LINE_KINDS;
    }
}

const char *timeline_span_title(Arena *a, const SimSpan *s) {
    static const char *const names[] = {
        [SIM_SPAN_MARK] = "event",
        [SIM_SPAN_COPY_IN] = "copy in",
        [SIM_SPAN_COPY_OUT] = "copy out",
        [SIM_SPAN_COPY] = "device copy",
        [SIM_SPAN_COPY_PEER] = "peer copy",
        [SIM_SPAN_FILL] = "memset",
        [SIM_SPAN_HOST_FN] = "host function",
        [SIM_SPAN_WAIT] = "wait",
    };
    static const char *const before[] = {"void ", "(anonymous namespace)::"};
    const char *name = s->name;
    if (s->kind != SIM_SPAN_KERNEL) return names[s->kind];
    for (size_t i = 0; i < COUNT_OF(before); i++)
        if (!strncmp(name, before[i], strlen(before[i])))
            name += strlen(before[i]);
    return arena_strn(a, name, strcspn(name, "("));
}

// ---- who was busy

typedef struct Edge {
    double us;
    int kind, step; // +1, -1
} Edge;

// Ends before beginnings: what follows at once does not overlap.
static int by_time(const void *a, const void *b) {
    const Edge *x = a, *y = b;
    if (x->us != y->us) return x->us < y->us ? -1 : 1;
    return x->step - y->step;
}

static void count_busy(const Edge *e, int n, TimelineSummary *t) {
    int now[LINE_KINDS] = {0}, all = 0, copies = 0;
    for (int i = 0; i < n; i++) {
        double us = i ? e[i].us - e[i - 1].us : 0;
        for (int k = 0; k < LINE_KINDS; k++)
            if (now[k]) t->kind[k].busy_us += us;
        if (all > 1) t->overlap_us += us;
        if (all == 0) t->idle_us += us;
        if (copies > 0) t->copies_us += us;
        if (e[i].kind >= LINE_COPY_IN && e[i].kind <= LINE_COPY)
            copies += e[i].step;
        now[e[i].kind] += e[i].step;
        all += e[i].step;
        if (now[e[i].kind] > t->kind[e[i].kind].most)
            t->kind[e[i].kind].most = now[e[i].kind];
    }
}

static void sum_up(Arena *a, const SimSpan *s, int n, TimelineSummary *t) {
    Edge *e = arena_array(a, Edge, 2 * n + 1);
    int edges = 0;
    double first = INFINITY, last = 0;
    for (int i = 0; i < n; i++) {
        int k = timeline_kind_of(&s[i]);
        if (s[i].kind == SIM_SPAN_WAIT)
            t->wait_us += s[i].end_us - s[i].start_us;
        if (k == LINE_KINDS) continue;
        first = fmin(first, s[i].start_us);
        last = fmax(last, s[i].end_us);
        t->kind[k].n++;
        t->kind[k].bytes += s[i].bytes;
        e[edges++] = (Edge){s[i].start_us, k, 1};
        e[edges++] = (Edge){s[i].end_us, k, -1};
    }
    if (!edges) return;
    qsort(e, (size_t)edges, sizeof *e, by_time);
    t->us = last - first;
    count_busy(e, edges, t);
}

// ---- the critical path

static void add_part(Arena *a, TimelineSummary *t, const char *name,
                     double us) {
    enum { MOST = 64 };
    if (us <= 0) return;
    if (!t->path) t->path = arena_array(a, PathPart, MOST);
    int i = 0;
    while (i < t->npath && strcmp(t->path[i].name, name) != 0)
        i++;
    if (i == MOST) i--;
    if (i == t->npath) t->path[t->npath++] = (PathPart){.name = name};
    t->path[i].us += us;
    t->path[i].n++;
}

static int longest_first(const void *a, const void *b) {
    const PathPart *x = a, *y = b;
    return (x->us < y->us) - (x->us > y->us);
}

// Spans by their number, -1 where there is none.
static int *by_number(Arena *a, const SimSpan *s, int n, uint64_t *most) {
    *most = 0;
    for (int i = 0; i < n; i++)
        if (s[i].number > *most) *most = s[i].number;
    int *at = arena_array(a, int, *most + 1);
    for (uint64_t i = 0; i <= *most; i++)
        at[i] = -1;
    for (int i = 0; i < n; i++)
        if (s[i].number) at[s[i].number] = i;
    return at;
}

static void walk_path(Arena *a, const SimSpan *s, int n, TimelineSummary *t) {
    uint64_t most;
    const int *at = by_number(a, s, n, &most);
    double begin = INFINITY;
    int i = -1;
    t->is_critical = arena_array(a, uint8_t, n + 1);
    memset(t->is_critical, 0, (size_t)n + 1);
    for (int k = 0; k < n; k++) {
        if (timeline_kind_of(&s[k]) == LINE_KINDS) continue;
        begin = fmin(begin, s[k].start_us);
        if (i < 0 || s[k].end_us >= s[i].end_us) i = k;
    }
    while (i >= 0 && !t->is_critical[i]) {
        const SimSpan *it = &s[i];
        bool host = it->cause == 0;
        uint64_t before = host ? it->issued_after : it->cause;
        int prev = before && before <= most ? at[before] : -1;
        bool first = prev < 0 || s[prev].end_us < begin;
        double from = first ? begin : s[prev].end_us;
        t->is_critical[i] = 1;
        add_part(a, t,
                 it->kind == SIM_SPAN_MARK ? "events"
                                           : timeline_span_title(a, it),
                 it->end_us - it->start_us);
        if (it->start_us > from)
            add_part(a, t, host ? "host, issuing" : "gaps in between",
                     it->start_us - from);
        i = first ? -1 : prev;
    }
    if (t->npath)
        qsort(t->path, (size_t)t->npath, sizeof *t->path, longest_first);
}

TimelineSummary timeline_summary(Arena *a, const SimSpan *s, int n) {
    TimelineSummary t = {0};
    sum_up(a, s, n, &t);
    walk_path(a, s, n, &t);
    return t;
}

double timeline_overlap(const TimelineSummary *t) {
    double all = 0, most = 0;
    for (int k = LINE_KERNELS; k <= LINE_COPY; k++) {
        all += t->kind[k].busy_us;
        most = fmax(most, t->kind[k].busy_us);
    }
    if (all <= most) return NAN;
    return fmax(0, fmin(1, (all - t->us) / (all - most)));
}

double timeline_link_bytes(const TimelineSummary *t) {
    return t->kind[LINE_COPY_IN].bytes + t->kind[LINE_COPY_OUT].bytes;
}

double timeline_link_kernels(const TimelineSummary *t) {
    return t->kind[LINE_KERNELS].bytes;
}

// ---- between devices

enum { DEVICES = 8, COMPUTES = 0, EXCHANGES = 1 };

static double peer_bytes(const SimSpan *s) {
    double sum = 0;
    for (int d = 0; d < DEVICES; d++)
        sum += s->peers.read[d] + s->peers.written[d];
    return sum;
}

// A kernel exchanges data if a quarter of what it asks for is another device's.
// With less it computes, and sends on the way.
static bool is_exchange(const SimSpan *s) {
    const double QUARTER = 0.25;
    if (s->kind != SIM_SPAN_KERNEL) return s->kind == SIM_SPAN_COPY_PEER;
    double peers = peer_bytes(s);
    return strncmp(s->name, "nccl", 4) == 0 ||
           (peers > 0 && peers >= QUARTER * s->touched);
}

// Adds the bytes that a kernel has loaded from other devices, and stored there.
static double add_peers(const SimSpan *s, double *in, double *out) {
    int own = s->device % DEVICES;
    for (int d = 0; d < DEVICES; d++) {
        out[d] += s->peers.read[d];
        in[own] += s->peers.read[d];
        in[d] += s->peers.written[d];
        out[own] += s->peers.written[d];
    }
    return peer_bytes(s);
}

// Adds the time in which the device exchanges data, and computes meanwhile.
static void add_exchange(Edge *e, int n, double *all, double *hidden) {
    int now[2] = {0};
    qsort(e, (size_t)n, sizeof *e, by_time);
    for (int i = 0; i < n; i++) {
        double us = i ? e[i].us - e[i - 1].us : 0;
        if (now[EXCHANGES]) *all += us;
        if (now[EXCHANGES] && now[COMPUTES]) *hidden += us;
        now[e[i].kind] += e[i].step;
    }
}

Exchange timeline_exchange(Arena *a, const SimSpan *s, int n) {
    Exchange x = {0};
    double all = 0, hidden = 0, in[DEVICES] = {0}, out[DEVICES] = {0};
    Edge *e = arena_array(a, Edge, 2 * n + 1);
    for (int i = 0; i < n; i++) {
        if (s[i].kind == SIM_SPAN_KERNEL) x.bytes += add_peers(&s[i], in, out);
        if (s[i].kind != SIM_SPAN_COPY_PEER) continue;
        x.bytes += s[i].bytes;
        in[s[i].to % DEVICES] += s[i].bytes;
        out[s[i].from % DEVICES] += s[i].bytes;
    }
    for (int d = 0; d < DEVICES; d++) {
        int edges = 0;
        for (int i = 0; i < n; i++) {
            if (s[i].device != d ||
                (!is_exchange(&s[i]) && s[i].kind != SIM_SPAN_KERNEL))
                continue;
            int kind = is_exchange(&s[i]) ? EXCHANGES : COMPUTES;
            e[edges++] = (Edge){s[i].start_us, kind, 1};
            e[edges++] = (Edge){s[i].end_us, kind, -1};
        }
        add_exchange(e, edges, &all, &hidden);
        x.busiest = fmax(x.busiest, fmax(in[d], out[d]));
    }
    x.hidden = all > 0 ? hidden / all : NAN;
    return x;
}
