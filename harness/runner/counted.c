// Sends what the simulated device saw, as records.
//
// Traps are sent after the call that caused them. Counters wait until kata
// sends do:report: launches as finished records, lines as sums over the
// launches.
#include "runner/runner.h"
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma weak sim_trap_count
#pragma weak sim_trap_at
#pragma weak sim_launch_count
#pragma weak sim_launch_at
#pragma weak sim_launches_before
#pragma weak sim_clear
#pragma weak sim_gpu
#pragma weak sim_span_count
#pragma weak sim_span_at
#pragma weak sim_call_at
// Of calls.c, which whole programs do without.
#pragma weak call_window
#pragma weak call_host_bytes
#pragma weak call_host_parts
#pragma weak call_argument

enum { LAUNCHES_MAX = 4096, LINES_MAX = 4096 };

static Wire launches[LAUNCHES_MAX];
static int nlaunches;
static SimCounters before; // of launches that are not in launches[]
static uint64_t nbefore;
static SimLine lines[LINES_MAX]; // their file names are copies
static int nlines;

static void add_text(Wire *w, const char *key, const char *s) {
    if (s && *s) wire_add(w, key, "%s", s);
}

static void add_place(Wire *w, const char *key, uint64_t at) {
    if (at) wire_add(w, key, "%lld", (long long)at);
}

static void add_calls(Wire *w, const uint64_t *calls, size_t n) {
    char text[16 * 20] = "";
    size_t used = 0;
    for (size_t i = 0; i < n && calls[i] && used + 20 < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%llx ",
                                 (unsigned long long)calls[i]);
    add_text(w, "calls", text);
}

static void send_trap(const SimTrap *t) {
    Wire w = {0};
    wire_add(&w, "say", "trap");
    add_text(&w, "kind", t->name);
    add_text(&w, "message", t->message);
    add_text(&w, "hint", t->hint);
    add_text(&w, "file", t->file);
    if (t->line) wire_add(&w, "line", "%d", t->line);
    add_text(&w, "function", t->kernel);
    // Host code is no thread of a block.
    if (t->kernel && *t->kernel && t->kind != SIM_TRAP_LAUNCH &&
        t->kind != SIM_TRAP_UNSUPPORTED && t->kind != SIM_TRAP_UNASKED) {
        const uint32_t *b = t->block, *i = t->thread;
        wire_add(&w, "block", "%u,%u,%u", b[0], b[1], b[2]);
        wire_add(&w, "thread", "%u,%u,%u", i[0], i[1], i[2]);
    }
    if (t->address)
        wire_add(&w, "address", "0x%llx", (unsigned long long)t->address);
    add_text(&w, "space", t->space);
    add_text(&w, "access", t->access);
    if (t->bytes) wire_add(&w, "bytes", "%u", t->bytes);
    if (t->alloc_bytes)
        wire_add(&w, "alloc_bytes", "%llu", (unsigned long long)t->alloc_bytes);
    add_text(&w, "alloc_note", t->alloc_note);
    int arg = call_argument && t->alloc_bytes
                  ? call_argument(t->alloc_lo, t->alloc_bytes)
                  : -1;
    if (arg >= 0) wire_add(&w, "arg", "%d", arg);
    wire_add(&w, "count", "%llu", (unsigned long long)t->count);
    add_text(&w, "other_file", t->other_file);
    if (t->other_line) wire_add(&w, "other_line", "%d", t->other_line);
    add_place(&w, "host_at", t->host_pc);
    add_place(&w, "alloc_at", t->alloc_pc);
    add_place(&w, "other_at", t->other_pc);
    add_calls(&w, t->calls, sizeof t->calls / sizeof *t->calls);
    if (t->severity) wire_add(&w, "severity", "%d", (int)t->severity);
    add_text(&w, "variable", t->variable);
    if (t->has_other) {
        const uint32_t *b = t->other_block, *i = t->other_thread;
        wire_add(&w, "other_block", "%u,%u,%u", b[0], b[1], b[2]);
        wire_add(&w, "other_thread", "%u,%u,%u", i[0], i[1], i[2]);
    }
    channel_send(&w);
    wire_free(&w);
}

static void add_counters(Wire *w, const SimCounters *c) {
#define COUNTER(id, ...) wire_add(w, #id, "%llu", (unsigned long long)c->id);
#include "sim/counters.def"
}

static void sum_counters(SimCounters *to, const SimCounters *c) {
#define COUNTER(id, ...) to->id += c->id;
#include "sim/counters.def"
}

// The limiter of the launch in which a line took longest is its own.
static double longest[LINES_MAX];

static void sum_lines(int i, const SimLine *l) {
    sum_counters(&lines[i].c, &l->c);
    lines[i].us += l->us;
    if (l->bytes > lines[i].bytes) lines[i].bytes = l->bytes;
    if (l->us <= longest[i]) return;
    longest[i] = l->us;
    lines[i].limiter = l->limiter;
}

static void keep_line(const SimLine *l) {
    if (!l->file) return;
    for (int i = 0; i < nlines; i++)
        if (lines[i].line == l->line && strcmp(lines[i].file, l->file) == 0) {
            sum_lines(i, l);
            return;
        }
    if (nlines == LINES_MAX) return;
    lines[nlines] = *l;
    longest[nlines] = l->us;
    lines[nlines].file = strdup(l->file);
    if (lines[nlines].file) nlines++;
}

static void keep_launch(const SimLaunchInfo *i) {
    for (int l = 0; l < i->nlines; l++)
        keep_line(&i->lines[l]);
    if (nlaunches == LAUNCHES_MAX) {
        sum_counters(&before, &i->c);
        nbefore++;
        return;
    }
    Wire *w = &launches[nlaunches++];
    wire_clear(w);
    wire_add(w, "say", "launch");
    add_text(w, "kernel", i->kernel);
    add_text(w, "file", i->file);
    wire_add(w, "grid", "%u,%u,%u", i->grid[0], i->grid[1], i->grid[2]);
    wire_add(w, "block", "%u,%u,%u", i->block[0], i->block[1], i->block[2]);
    wire_add(w, "regs", "%d", i->regs);
    wire_add(w, "smem_bytes", "%u", i->smem_bytes);
    wire_add(w, "stack_bytes", "%d", i->stack_bytes);
    wire_add(w, "us", "%.4f", i->us);
    wire_add(w, "start_us", "%.4f", i->start_us);
    add_text(w, "limiter", i->limiter);
    wire_add(w, "share", "%.4f", i->share);
    wire_add(w, "longest", "%.4f", i->longest);
    wire_add(w, "busiest", "%.4f", i->busiest);
    wire_add(w, "skew", "%.4f", i->skew);
    if (i->hops) wire_add(w, "hops", "%u", i->hops);
    if (i->prefetched > 0) wire_add(w, "prefetched", "%.0f", i->prefetched);
    wire_add(w, "occupancy", "%.4f", i->occupancy);
    if (i->sampled < 1) wire_add(w, "sampled", "%.4f", i->sampled);
    add_text(w, "occupancy_limit", i->occupancy_limit);
    add_counters(w, &i->c);
}

void counted_take(void) {
    if (!sim_gpu) return;
    for (int i = 0; i < sim_trap_count(); i++)
        send_trap(sim_trap_at(i));
    for (int i = 0; i < sim_launch_count(); i++)
        keep_launch(sim_launch_at(i));
    SimCounters forgotten;
    nbefore += sim_launches_before(&forgotten);
    sum_counters(&before, &forgotten);
    sim_clear();
}

// Sends the bytes that a kernel loaded and stored in other devices' memory.
static void wire_peers(Wire *w, const SimSpan *s) {
    bool any = false;
    for (int d = 0; d < SIM_DEVICES; d++)
        any |= s->peers.read[d] > 0 || s->peers.written[d] > 0;
    for (int d = 0; any && d < SIM_DEVICES; d++) {
        wire_add(w, "peer_read", "%.0f", s->peers.read[d]);
        wire_add(w, "peer_written", "%.0f", s->peers.written[d]);
    }
    if (any) wire_add(w, "touched", "%.0f", s->touched);
}

// Sends the timeline if the host asked for it (simhost.c), or that of the last
// call of a program, without the copies that the runner itself makes before and
// after.
static void send_spans(void) {
    int dropped = 0, n = sim_span_count ? sim_span_count(&dropped) : 0;
    double from, to;
    bool some = call_window && call_window(&from, &to);
    for (int i = 0; i < n; i++) {
        const SimSpan *s = sim_span_at(i);
        if (some && (s->issue_us < from || s->issue_us > to)) continue;
        Wire w = {0};
        wire_add(&w, "say", "span");
        wire_add(&w, "kind", "%d", (int)s->kind);
        add_text(&w, "name", s->name);
        wire_add(&w, "device", "%d", s->device);
        wire_add(&w, "stream", "%llu", s->stream);
        wire_add(&w, "number", "%llu", (unsigned long long)s->number);
        wire_add(&w, "cause", "%llu", (unsigned long long)s->cause);
        wire_add(&w, "issued_after", "%llu",
                 (unsigned long long)s->issued_after);
        wire_add(&w, "issue_us", "%.4f", s->issue_us);
        wire_add(&w, "start_us", "%.4f", s->start_us);
        wire_add(&w, "end_us", "%.4f", s->end_us);
        wire_add(&w, "alone_us", "%.4f", s->alone_us);
        if (s->bytes > 0) wire_add(&w, "bytes", "%.0f", s->bytes);
        if (s->kind == SIM_SPAN_COPY_PEER) {
            wire_add(&w, "from", "%d", s->from);
            wire_add(&w, "to", "%d", s->to);
        }
        wire_peers(&w, s);
        if (dropped) wire_add(&w, "dropped", "%d", dropped);
        channel_send(&w);
        wire_free(&w);
    }
}

static int by_place(const void *a, const void *b) {
    const SimLine *x = a, *y = b;
    int d = strcmp(x->file, y->file);
    return d ? d : (x->line > y->line) - (x->line < y->line);
}

// How often the last call of a program called each function of CUDA.
static void send_calls(void) {
    for (int i = 0; sim_call_at && sim_call_at(i); i++) {
        const SimCall *c = sim_call_at(i);
        if (!c->count) continue;
        Wire w = {0};
        wire_add(&w, "say", "call");
        wire_add(&w, "name", "%s", c->name);
        wire_add(&w, "count", "%lld", (long long)c->count);
        channel_send(&w);
        wire_free(&w);
    }
}

static void send_number(const char *name, double n) {
    Wire w = {0};
    if (n <= 0) return;
    wire_add(&w, "say", "call");
    wire_add(&w, "name", "%s", name);
    wire_add(&w, "count", "%.0f", n);
    channel_send(&w);
    wire_free(&w);
}

static void send_host_bytes(void) {
    const double MILLION = 1e6; // a part is sent in millionths
    double got, gave, made, given;
    call_host_bytes(&got, &gave);
    call_host_parts(&made, &given);
    send_number("host_got", got);
    send_number("host_gave", gave);
    send_number("host_made", made * MILLION);
    send_number("host_given", given * MILLION);
}

void counted_send(void) {
    double from, to;
    if (call_host_bytes) send_host_bytes();
    send_spans();
    if (call_window && call_window(&from, &to)) send_calls();
    for (int i = 0; i < nlaunches; i++) {
        channel_send(&launches[i]);
        wire_free(&launches[i]);
    }
    if (nbefore) {
        Wire w = {0};
        wire_add(&w, "say", "launches");
        wire_add(&w, "count", "%llu", (unsigned long long)nbefore);
        add_counters(&w, &before);
        channel_send(&w);
        wire_free(&w);
    }
    qsort(lines, (size_t)nlines, sizeof *lines, by_place);
    for (int i = 0; i < nlines; i++) {
        Wire w = {0};
        wire_add(&w, "say", "line");
        wire_add(&w, "file", "%s", lines[i].file);
        wire_add(&w, "line", "%d", lines[i].line);
        wire_add(&w, "us", "%.4f", lines[i].us);
        add_text(&w, "limiter", lines[i].limiter);
        if (lines[i].bytes) wire_add(&w, "bytes", "%d", lines[i].bytes);
        add_counters(&w, &lines[i].c);
        channel_send(&w);
        wire_free(&w);
        free((char *)lines[i].file);
    }
    nlaunches = nlines = 0;
    nbefore = 0;
    before = (SimCounters){0};
}
