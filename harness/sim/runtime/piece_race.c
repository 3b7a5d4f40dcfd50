// The report of two pieces that race.
#include "sim/runtime/piece.h"

#include "sim/ptx/demangle.h"

#include <stdio.h>
#include <string.h>

// An allocation since then has other bytes, even at the same address.
static bool was_there(const Runtime *r, const Piece *first, uint64_t p) {
    const Alloc *a = mem_find(r->mem, p);
    return a && a->serial <= first->serial;
}

// The first bytes that both use, one as k and the other as was. Writes of the
// same values leave the same memory in any order.
static bool common(const Runtime *r, const Piece *first, SimUse was,
                   const Piece *now, SimUse k, Range *both) {
    uint64_t at = 0;
    bool writes = was == SIM_USE_WRITE && k == SIM_USE_WRITE;
    while (ranges_meet(&first->uses[was], &now->uses[k], &at, both))
        if (was_there(r, first, both->lo) && !(writes && both->digest))
            return true;
    return false;
}

// Two reads do not race, nor do two updates.
static bool meets(const Runtime *r, const Piece *first, const Piece *now,
                  SimUse *was, SimUse *k, Range *both) {
    for (*was = SIM_USE_READ; *was < SIM_USES; ++*was)
        for (*k = SIM_USE_READ; *k < SIM_USES; ++*k) {
            if (*was == *k && *k != SIM_USE_WRITE) continue;
            if (common(r, first, *was, now, *k, both)) return true;
        }
    return false;
}

// ---- words

static const char *verb(const Piece *p, SimUse k) {
    return p->kind == TASK_FREE    ? "frees"
           : p->kind == TASK_ALLOC ? "allocates"
           : k == SIM_USE_READ     ? "reads"
           : k == SIM_USE_WRITE    ? "writes"
                                   : "updates";
}

// "stream 14", or "stream 14 of device 1" where there are several.
static const char *stream_name(const Runtime *r, const Piece *p, char *out,
                               size_t size) {
    char of[24] = "";
    if (r->ndevices > 1) snprintf(of, sizeof of, " of device %d", p->device);
    if (p->stream == 1)
        snprintf(out, size, "the default stream%s", of);
    else
        snprintf(out, size, "stream %llu%s", p->stream, of);
    return out;
}

static const char *piece_name(Runtime *r, const Piece *p, char *out,
                              size_t size) {
    const char *name = p->name;
    switch (p->kind) {
    case TASK_KERNEL:
        name = demangle(&r->arena, name);
        snprintf(out, size, "the kernel `%.*s`", (int)strcspn(name, "(<"),
                 name);
        break;
    case TASK_FILL: snprintf(out, size, "a memset"); break;
    case TASK_ALLOC: snprintf(out, size, "a cudaMallocAsync"); break;
    case TASK_FREE: snprintf(out, size, "a cudaFreeAsync"); break;
    case TASK_WORK: snprintf(out, size, "%s", name); break;
    default: snprintf(out, size, "a copy"); break;
    }
    return out;
}

static void add_hint(const Runtime *r, SimTrap *t, const Piece *first,
                     const Piece *now, bool both_write) {
    char a[48], b[48];
    if (both_write && first->place == now->place && first->kind != TASK_FREE &&
        now->kind != TASK_FREE)
        snprintf(t->hint, sizeof t->hint,
                 "One line writes these bytes twice, in two streams. If each "
                 "round has a part of its own, look at where the part begins "
                 "and how long it is; else let %s wait for %s.",
                 stream_name(r, now, b, sizeof b),
                 stream_name(r, first, a, sizeof a));
    else if (first->staged)
        snprintf(t->hint, sizeof t->hint,
                 "A copy from pageable memory may return when its bytes are in "
                 "a staging buffer, before they are on the device. Copy in %s "
                 "with cudaMemcpyAsync, or wait: cudaStreamSynchronize.",
                 stream_name(r, now, b, sizeof b));
    else if (first->in_graph && now->in_graph)
        snprintf(t->hint, sizeof t->hint,
                 "Give the graph an edge from the first to the second: "
                 "cudaGraphAddDependencies, or in a capture an event that the "
                 "second one's stream waits for.");
    else if ((first->stream == 1) != (now->stream == 1))
        // A call that was not told its stream uses the default one.
        snprintf(t->hint, sizeof t->hint,
                 "Was the work in the default stream meant for %s? A call goes "
                 "there if it is given the stream, or its library's handle "
                 "is. If both are meant, let the second wait for an event of "
                 "the first (cudaEventRecord, cudaStreamWaitEvent).",
                 stream_name(r, first->stream == 1 ? now : first, a, sizeof a));
    else
        snprintf(t->hint, sizeof t->hint,
                 "After the first, record an event in %s (cudaEventRecord); "
                 "before the second, let %s wait for it (cudaStreamWaitEvent).",
                 stream_name(r, first, a, sizeof a),
                 stream_name(r, now, b, sizeof b));
}

// On an H100 (driver 580.159.04, 2026-11-27) a kernel in a non-blocking stream
// read old bytes after 20 to 98 % of the copies of 0.5 to 8 MiB from pageable
// memory, now and then after one of 64 KiB on a busy machine, and after none of
// those of 16 MiB and more. On an H200 (the same driver, 2026-11-29) after all
// of 16 and 32 MiB, 42 of 60 of 64 MiB, 7 of 60 of 128 MiB, none of 256 MiB.
enum { STAGED_WHOLE = 256 << 20 };

// Memory is there when cudaMallocAsync returns, as pools are made today; but it
// may be what earlier work of that stream still uses.
static bool is_doubtful(const Piece *first) {
    return first->staged >= STAGED_WHOLE || first->kind == TASK_ALLOC;
}

bool piece_race(Runtime *r, const Piece *first, const Piece *now) {
    SimUse was, k;
    Range both;
    char a[64], b[64], in_a[48], in_b[48];
    if (!meets(r, first, now, &was, &k, &both)) return false;
    const Alloc *at = mem_find(r->mem, both.lo);
    SimTrap t = {.kind = SIM_TRAP_STREAM_RACE,
                 .severity = is_doubtful(first) ? SIM_DOUBTFUL : SIM_WRONG,
                 .address = both.lo,
                 .space = "global",
                 .access = k == SIM_USE_READ    ? "read"
                           : k == SIM_USE_WRITE ? "write"
                                                : "atomic",
                 .host_pc = now->place,
                 .other_pc = first->place,
                 .alloc_lo = at->lo,
                 .alloc_bytes = at->hi - at->lo,
                 .alloc_pc = at->made_at};
    piece_name(r, now, b, sizeof b);
    *b = *b == 't' ? 'T' : *b == 'a' ? 'A' : *b;
    int n = snprintf(
        t.message, sizeof t.message,
        "%s in %s %s bytes that %s in %s %s, and nothing makes it wait: "
        "the two may run in either order, or at once.",
        b, stream_name(r, now, in_b, sizeof in_b), verb(now, k),
        piece_name(r, first, a, sizeof a),
        stream_name(r, first, in_a, sizeof in_a), verb(first, was));
    if (n >= (int)sizeof t.message)
        strcpy(t.message + sizeof t.message - 4, "...");
    add_hint(r, &t, first, now, was == SIM_USE_WRITE && k == SIM_USE_WRITE);
    runtime_trap(r, &t);
    return true;
}
