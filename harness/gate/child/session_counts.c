// Counts and costs of a call, from the records of the child. See session.h.
#include "gate/child/records.h"
#include "gate/child/session_parts.h"

#include "gate/result/timeline.h"

#include "base/heap.h"
#include "base/str.h"

#include <string.h>

typedef struct CountsGrow {
    Counts *out;
    int cap_kernels, cap_lines, cap_spans;
    SimSpan *spans;
    int nspans;
} CountsGrow;

static void take_counters(Session *s, Counts *c) {
#define COUNTER(id, ...) c->id += wire_num(&s->in, #id, 0);
#include "sim/counters.def"
}

// Many launches that the runner has no more than the sums of.
static void take_launches(Session *s, CountsGrow *g) {
    g->out->launches += wire_int(&s->in, "count", 0);
    take_counters(s, g->out);
}

static void take_launch(Session *s, CountsGrow *g) {
    Counts *c = g->out;
    c->launches++;
    take_counters(s, c);
    GROW(s->arena, KernelCost, c->kernels, c->nkernels, g->cap_kernels);
    c->kernels[c->nkernels++] = record_launch(s->arena, &s->in);
}

static void take_line(Session *s, CountsGrow *g) {
    Counts *c = g->out;
    GROW(s->arena, LineCost, c->lines, c->nlines, g->cap_lines);
    c->lines[c->nlines++] = record_line(s->arena, &s->in);
}

static void take_span(Session *s, CountsGrow *g) {
    GROW(s->arena, SimSpan, g->spans, g->nspans, g->cap_spans);
    g->spans[g->nspans++] = record_span(s->arena, &s->in);
}

static void take_script_count(Counts *c, const char *name, double n) {
    const struct {
        const char *name;
        double *at;
    } all[] = {
        {"host_got", &c->host_got},        {"host_gave", &c->host_gave},
        {"host_made", &c->host_made},      {"host_given", &c->host_given},
        {"bytecodes", &c->bytecodes},      {"peak_bytes", &c->peak_bytes},
        {"operators", &c->operators},      {"graphs", &c->graphs},
        {"captured", &c->captured},        {"kept_tensors", &c->kept_tensors},
        {"peak_tensors", &c->peak_tensors}};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(name, all[i].name) == 0) *all[i].at = n;
}

// The functions of CUDA whose calls a gate counts.
static void take_call(Session *s, CountsGrow *g) {
    static const char *const allocate[] = {
        "cudaMalloc",     "cudaMallocManaged", "cudaMallocHost",
        "cudaHostAlloc",  "cudaMallocPitch",   "cudaMalloc3D",
        "cudaMallocArray"};
    const char *name = wire_get(&s->in, "name", 0);
    double n = wire_num(&s->in, "count", 0);
    for (size_t i = 0; name && i < COUNT_OF(allocate); i++)
        if (strcmp(name, allocate[i]) == 0) g->out->allocations += n;
    if (name) take_script_count(g->out, name, n);
    if (name &&
        (str_starts(name, "cudaLaunch") || str_starts(name, "__cudaLaunch") ||
         strcmp(name, "cudaGraphLaunch") == 0) &&
        strcmp(name, "cudaLaunchHostFunc") != 0)
        g->out->host_launches += n;
}

static void take_count(Session *s, void *ctx) {
    const char *say = wire_get(&s->in, "say", 0);
    if (strcmp(say, "launch") == 0) take_launch(s, ctx);
    if (strcmp(say, "launches") == 0) take_launches(s, ctx);
    if (strcmp(say, "line") == 0) take_line(s, ctx);
    if (strcmp(say, "span") == 0) take_span(s, ctx);
    if (strcmp(say, "call") == 0) take_call(s, ctx);
}

bool session_report(Session *s, Counts *out) {
    *out = (Counts){.own_memory = s->own_memory, .own_atomics = s->own_atomics};
    CountsGrow g = {.out = out};
    Wire w = session_request(s, "report");
    bool ok = session_send(s, &w, "done", 30, take_count, &g);
    TimelineSummary t = timeline_summary(s->arena, g.spans, g.nspans);
    out->overlap = timeline_overlap(&t);
    out->link_bytes = timeline_link_bytes(&t);
    out->link_kernels = timeline_link_kernels(&t);
    out->copies_us = t.copies_us;
    out->busy_us = t.us - t.idle_us;
    Exchange x = timeline_exchange(s->arena, g.spans, g.nspans);
    out->peer_bytes = x.bytes;
    out->busiest_link = x.busiest;
    out->hidden = x.hidden;
    for (int i = 0; i < g.nspans; i++)
        out->host_waits += g.spans[i].kind == SIM_SPAN_WAIT;
    return ok;
}
