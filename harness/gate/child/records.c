#include "gate/child/records.h"

#include <stdlib.h>

static const char *text_of(Arena *a, const Wire *w, const char *key) {
    const char *value = wire_get(w, key, 0);
    return value ? arena_str(a, value) : "";
}

static SimSeverity severity_of(const Wire *w) {
    long long v = wire_int(w, "severity", SIM_WRONG);
    return v > SIM_WRONG && v <= SIM_CLUE ? (SimSeverity)v : SIM_WRONG;
}

TrapInfo record_trap(Arena *a, const Wire *w) {
    return (TrapInfo){
        .kind = text_of(a, w, "kind"),
        .message = text_of(a, w, "message"),
        .hint = text_of(a, w, "hint"),
        .file = text_of(a, w, "file"),
        .function = text_of(a, w, "function"),
        .block = text_of(a, w, "block"),
        .thread = text_of(a, w, "thread"),
        .address = text_of(a, w, "address"),
        .space = text_of(a, w, "space"),
        .access = text_of(a, w, "access"),
        .alloc_note = text_of(a, w, "alloc_note"),
        .variable = text_of(a, w, "variable"),
        .other_file = text_of(a, w, "other_file"),
        .other_block = text_of(a, w, "other_block"),
        .other_thread = text_of(a, w, "other_thread"),
        .line = (int)wire_int(w, "line", 0),
        .other_line = (int)wire_int(w, "other_line", 0),
        .count = wire_int(w, "count", 1),
        .alloc_file = "",
        .alloc_bytes = wire_int(w, "alloc_bytes", 0),
        .host_at = (uint64_t)wire_int(w, "host_at", 0),
        .alloc_at = (uint64_t)wire_int(w, "alloc_at", 0),
        .other_at = (uint64_t)wire_int(w, "other_at", 0),
        .calls = text_of(a, w, "calls"),
        .severity = severity_of(w),
        .on_host = wire_int(w, "host", 0) != 0,
    };
}

static SimCounters counters_of(const Wire *w) {
    SimCounters c;
#define COUNTER(id, ...) c.id = (uint64_t)wire_int(w, #id, 0);
#include "sim/counters.def"
    return c;
}

KernelCost record_launch(Arena *a, const Wire *w) {
    return (KernelCost){
        .kernel = text_of(a, w, "kernel"),
        .file = text_of(a, w, "file"),
        .grid = text_of(a, w, "grid"),
        .block = text_of(a, w, "block"),
        .limiter = text_of(a, w, "limiter"),
        .occupancy_limit = text_of(a, w, "occupancy_limit"),
        .regs = (int)wire_int(w, "regs", -1),
        .smem_bytes = wire_int(w, "smem_bytes", 0),
        .stack_bytes = (int)wire_int(w, "stack_bytes", -1),
        .us = wire_num(w, "us", 0),
        .share = wire_num(w, "share", 0),
        .longest = wire_num(w, "longest", 1),
        .busiest = wire_num(w, "busiest", 0),
        .skew = wire_num(w, "skew", 0),
        .hops = wire_int(w, "hops", 0),
        .prefetched = wire_num(w, "prefetched", 0),
        .occupancy = wire_num(w, "occupancy", 0),
        .sampled = wire_num(w, "sampled", 1),
        .c = counters_of(w),
    };
}

LineCost record_line(Arena *a, const Wire *w) {
    return (LineCost){
        .file = text_of(a, w, "file"),
        .line = (int)wire_int(w, "line", 0),
        .us = wire_num(w, "us", 0),
        .limiter = text_of(a, w, "limiter"),
        .bytes = (int)wire_int(w, "bytes", 0),
        .c = counters_of(w),
    };
}

static double ith_number(const Wire *w, const char *key, int i) {
    const char *text = wire_get(w, key, i);
    return text ? strtod(text, NULL) : 0;
}

SimSpan record_span(Arena *a, const Wire *w) {
    SimSpan s = {
        .kind = (SimSpanKind)wire_int(w, "kind", 0),
        .name = text_of(a, w, "name"),
        .device = (int)wire_int(w, "device", 0),
        .stream = (unsigned long long)wire_int(w, "stream", 0),
        .number = (uint64_t)wire_int(w, "number", 0),
        .cause = (uint64_t)wire_int(w, "cause", 0),
        .issued_after = (uint64_t)wire_int(w, "issued_after", 0),
        .issue_us = wire_num(w, "issue_us", 0),
        .start_us = wire_num(w, "start_us", 0),
        .end_us = wire_num(w, "end_us", 0),
        .alone_us = wire_num(w, "alone_us", 0),
        .bytes = wire_num(w, "bytes", 0),
        .from = (int)wire_int(w, "from", 0),
        .to = (int)wire_int(w, "to", 0),
        .touched = wire_num(w, "touched", 0),
    };
    for (int d = 0; d < SIM_DEVICES; d++) {
        s.peers.read[d] = ith_number(w, "peer_read", d);
        s.peers.written[d] = ith_number(w, "peer_written", d);
    }
    return s;
}
