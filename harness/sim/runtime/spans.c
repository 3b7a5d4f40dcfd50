// Keeps parts of the timeline: the times of launches that are remembered, and
// spans of everything if the host asked for them (sim.h).
#include "sim/runtime/clock.h"
#include "sim/runtime/seal.h"

#include "base/heap.h"

enum { PAGE = 4096 };
static union {
    struct {
        SimSpan *at;
        int n, cap, most, dropped;
    } all;
    char page[PAGE];
} span_page __attribute__((aligned(PAGE)));
#define spans span_page.all

static void span_keep(const SimSpan *s) {
    if (spans.n >= spans.most) {
        spans.dropped += spans.most > 0;
        return;
    }
    if (spans.n == spans.cap) {
        size_t was = (size_t)spans.cap * sizeof *spans.at;
        spans.cap = spans.cap * 2 + 256;
        spans.at =
            seal_grow(spans.at, was, (size_t)spans.cap * sizeof *spans.at);
    }
    spans.at[spans.n++] = *s;
}

// Whatever the launch is remembered by, its times are known now.
static void tell_launch(Runtime *r, const Job *job) {
    if (job->launch <= r->gone ||
        job->launch > r->gone + (uint64_t)r->nlaunches)
        return;
    SimLaunchInfo *info = &r->launches[job->launch - r->gone - 1];
    info->start_us = job->start_us;
    info->end_us = job->end_us;
}

static void on_done(void *ctx, const Job *job) {
    tell_launch(ctx, job);
    SimSpan s = {.kind = (SimSpanKind)job->what,
                 .name = job->name ? job->name : "",
                 .device = job->device,
                 .stream = job->stream,
                 .number = job->serial,
                 .cause = job->cause,
                 .issued_after = job->issued_after,
                 .issue_us = job->issue_us,
                 .start_us = job->start_us,
                 .end_us = job->end_us,
                 .alone_us = job->us,
                 .bytes = job->bytes,
                 .from = job->from,
                 .to = job->to,
                 .peers = job->peers,
                 .touched = job->touched};
    if (spans.most) span_keep(&s);
}

void spans_seal(void) {
    seal_pages(&span_page, sizeof span_page);
}

void spans_begin(Runtime *r) {
    r->timeline.on_done = on_done;
    r->timeline.ctx = r;
}

void spans_wait(Runtime *r, double from_us, double to_us, uint64_t by) {
    SimSpan s = {.kind = SIM_SPAN_WAIT,
                 .name = "",
                 .device = r->dev->ordinal,
                 .cause = by,
                 .issue_us = from_us,
                 .start_us = from_us,
                 .end_us = to_us};
    if (spans.most) span_keep(&s);
}

void spans_keep(int most) {
    spans.most = most;
}

void spans_drop(void) {
    spans.n = spans.dropped = 0;
}

int spans_count(int *dropped) {
    if (dropped) *dropped = spans.dropped;
    return spans.n;
}

const SimSpan *spans_at(int i) {
    return i >= 0 && i < spans.n ? &spans.at[i] : NULL;
}
