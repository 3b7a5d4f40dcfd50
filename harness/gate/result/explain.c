#include "gate/result/explain.h"

#include "base/str.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef enum CauseKind {
#define CAUSE(id, ...) CAUSE_##id,
#include "gate/result/causes.def"
    CAUSE_COUNT,
} CauseKind;

static const struct {
    const char *name, *topic;
} kinds[CAUSE_COUNT] = {
#define CAUSE(id, name, topic) [CAUSE_##id] = {name, topic},
#include "gate/result/causes.def"
};

typedef struct Line {
    const SimGpu *g;
    const LineCost *l;
    const SimCounters *c;
    const KernelCost *k; // the longest launch
    double requests;     // to global memory
    double lanes;        // active, of 32
    bool triton;         // not CUDA: no threads, and tiles
    char why[400];
} Line;

static double counter_of(uint64_t a, double b) {
    return b > 0 ? (double)a / b : 0;
}

static bool limiter_is(const Line *x, const char *limiter) {
    return !strcmp(x->l->limiter, limiter);
}

static bool by_memory(const Line *x) {
    return limiter_is(x, "DRAM bandwidth") || limiter_is(x, "L2 bandwidth") ||
           limiter_is(x, "load/store unit") || limiter_is(x, "latency");
}

PRINTF(2, 3) static void because(Line *x, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(x->why, sizeof x->why, fmt, ap);
    va_end(ap);
}

// ---- the rules: each returns which part of the line's time the cure can save
// (0: it does not apply), with the reason in x->why

// Too few for the device, in a launch that takes more than it takes to start.
static double few_blocks(Line *x) {
    enum { LEAST_US = 10 };
    if (!x->k || !x->k->grid || x->k->us < LEAST_US) return 0;
    int blocks = (int)fmin(cost_volume(x->k->grid), x->g->sms);
    if (blocks == 0 || 3 * blocks > x->g->sms) return 0;
    because(x,
            "The launch has %d block%s, and the device %d multiprocessors: "
            "%d of them have nothing to do. A block runs on one of them. "
            "Start blocks for all elements, or several for each "
            "multiprocessor.",
            blocks, blocks == 1 ? "" : "s", x->g->sms, x->g->sms - blocks);
    return 0.5 * (1 - (double)blocks / x->g->sms);
}

static double uncoalesced(Line *x) {
    double sectors = counter_of(x->c->gmem_sectors, x->requests);
    double ideal = counter_of(x->c->gmem_ideal, x->requests);
    if (!x->requests || sectors < 1.4 * ideal || !by_memory(x)) return 0;
    because(x,
            "Each request of a warp touches %.1f sectors of 32 bytes where "
            "%.1f would hold what its threads use: neighbouring threads do "
            "not use neighbouring addresses. Let threadIdx.x run along the "
            "dimension that is contiguous in memory.",
            sectors, ideal);
    return 1 - ideal / sectors;
}

static double conflicts(Line *x) {
    uint64_t extra =
        x->c->smem_wavefronts - min_of(x->c->smem_ideal, x->c->smem_wavefronts);
    if (x->c->smem_atomics || extra * 4 < x->c->smem_ideal) return 0;
    because(x,
            "Threads of a warp use different words of the same bank of shared "
            "memory and take turns: %.1f passes where 1 would do. Pad the "
            "rows of the array by one element, or let neighbouring threads "
            "use neighbouring words.",
            counter_of(x->c->smem_wavefronts, (double)x->c->smem_ideal));
    return counter_of(extra, (double)x->c->smem_wavefronts);
}

static double contention(Line *x) {
    uint64_t lanes = x->c->atomics + x->c->smem_atomics;
    uint64_t serial = x->c->atomic_serial + x->c->smem_atomic_serial;
    double deep = counter_of(serial, (double)x->c->atomic_requests);
    if (!lanes) return 0;
    if (deep >= 1.5) {
        because(x,
                "%.0f threads of a warp update the same address on average, "
                "and updates of one address wait for each other. Combine "
                "within the warp or the block first, then update memory once.",
                deep);
        return 1 - 1 / deep;
    }
    if (!limiter_is(x, "atomics")) return 0;
    because(x, "Updates from all over the grid meet on few lines of memory "
               "and wait for each other. Give every block its own copy and "
               "add the copies at the end.");
    return 0.8;
}

static double local_memory(Line *x) {
    if (!x->c->local_requests) return 0;
    because(x,
            "%.0f requests go to local memory, which lies in device memory. "
            "The cause is an array indexed by a variable, or too few "
            "registers (%d per thread).",
            (double)x->c->local_requests, x->k ? x->k->regs : 0);
    return 0.5;
}

static double divergence(Line *x) {
    if (x->lanes > 22) return 0;
    because(x,
            "Only %.0f of a warp's 32 threads work here on average; the "
            "others wait. Let whole warps take the same way: choose who "
            "works by index / 32, not by index %% something.",
            x->lanes);
    return 1 - x->lanes / 32;
}

static double reuse(Line *x) {
    double hits = counter_of(x->c->l1_hits, (double)x->c->gmem_sectors);
    if (!x->c->gmem_loads || hits < 0.4 ||
        !(limiter_is(x, "load/store unit") || limiter_is(x, "latency") ||
          limiter_is(x, "L2 bandwidth")))
        return 0;
    because(x,
            "%.0f %% of what this line loads was loaded before by the same "
            "SM: the cache answers, but every answer is a request. Load it "
            "once into shared memory or registers and use it from there.",
            hits * 100);
    return 0.9 * hits;
}

static double narrow(Line *x) {
    // A word that all lanes share is no byte of each.
    double bytes =
        x->l->bytes ? x->l->bytes
                    : counter_of(x->c->gmem_ideal * 32, x->requests * x->lanes);
    bool streams =
        limiter_is(x, "DRAM bandwidth") || limiter_is(x, "L2 bandwidth");
    if (x->c->texture_fetches) return 0; // they have no wider type
    if (!x->requests || bytes > 5 || x->lanes < 28 || !by_memory(x)) return 0;
    if (streams && bytes > 1.5) return 0; // words are wide enough for that
    because(x,
            "A thread moves %.0f byte%s at a time here, so it takes many "
            "requests to keep memory busy. A wider type (%s) moves the same "
            "with fewer.",
            bytes, bytes < 1.5 ? "" : "s",
            bytes < 1.5 ? "uchar4, or more" : "float4, or two elements a turn");
    return bytes < 1.5 ? 0.6 : 0.12;
}

static double doubles(Line *x) {
    if (!limiter_is(x, "arithmetic") || !x->c->fp64_ops || x->g->fp64_lanes > 8)
        return 0;
    because(x,
            "Double precision: this GPU does %d of them per cycle and SM, and "
            "%d in single precision. Is a literal missing its `f`?",
            x->g->fp64_lanes, x->g->fp32_lanes);
    return 0.9;
}

static double special(Line *x) {
    uint64_t slow = x->c->mufu_ops + x->c->cvt_ops;
    if (!limiter_is(x, "arithmetic") || slow * 4 < x->c->warp_insts) return 0;
    because(x,
            "%.0f %% of the instructions are divisions, roots, functions or "
            "conversions, which run at a quarter of the speed of the others.",
            counter_of(slow, (double)x->c->warp_insts) * 100);
    return 0.4;
}

static double indexing(Line *x) {
    uint64_t ints = x->c->int_ops + x->c->imul_ops;
    uint64_t rest =
        x->c->fp32_ops + x->c->fp64_ops + x->c->fp16_ops + x->c->compare_ops;
    if (x->requests ||
        !(limiter_is(x, "arithmetic") || limiter_is(x, "instruction issue") ||
          limiter_is(x, "latency")))
        return 0;
    if (ints * 10 < x->c->warp_insts * 6 || ints < 2 * rest) return 0;
    because(
        x,
        "%.0f %% of the instructions compute with integers: addresses and "
        "loops. Hoist what does not change out of the loop, step pointers, "
        "unroll.",
        counter_of(min_of(ints, x->c->warp_insts), (double)x->c->warp_insts) *
            100);
    return 0.3;
}

static double barriers(Line *x) {
    // A line of Triton is more than its barrier: a whole reduction.
    if (!x->c->barriers || (x->triton && !limiter_is(x, "latency"))) return 0;
    because(x, "Warps wait for each other at this barrier. Are all of its "
               "rounds needed? Within one warp __syncwarp() or a shuffle "
               "does.");
    return 0.3;
}

static double latency(Line *x) {
    if (!limiter_is(x, "latency") || !(x->requests || x->c->smem_loads))
        return 0;
    if (x->k && x->k->occupancy < 0.5)
        because(x,
                "Threads wait for memory, and too few others could run "
                "meanwhile: %.0f %% of the warps that an SM can hold are "
                "there, limited by %s.",
                x->k->occupancy * 100,
                x->k->occupancy_limit && *x->k->occupancy_limit
                    ? x->k->occupancy_limit
                    : "the size of the grid");
    else
        because(x, "Threads wait here for memory. Give each of them more "
                   "independent loads: several elements a thread, or wider "
                   "types.");
    return 0.25;
}

static double streaming(Line *x) {
    if (!x->requests || !by_memory(x)) return 0;
    because(x,
            "It moves what it must and no more: %.1f sectors per request. "
            "Faster only by moving less.",
            counter_of(x->c->gmem_sectors, x->requests));
    return 0.01;
}

static double work(Line *x) {
    because(x,
            "Nothing is wasted here; what is left is the work itself, "
            "mostly %s.",
            *x->l->limiter ? x->l->limiter : "instructions");
    return 0.005;
}

static double (*const rules[CAUSE_COUNT])(Line *x) = {
    [CAUSE_FEW_BLOCKS] = few_blocks,
    [CAUSE_UNCOALESCED] = uncoalesced,
    [CAUSE_CONFLICTS] = conflicts,
    [CAUSE_CONTENTION] = contention,
    [CAUSE_LOCAL] = local_memory,
    [CAUSE_DIVERGENCE] = divergence,
    [CAUSE_REUSE] = reuse,
    [CAUSE_NARROW] = narrow,
    [CAUSE_DOUBLES] = doubles,
    [CAUSE_SPECIAL] = special,
    [CAUSE_INDEXING] = indexing,
    [CAUSE_BARRIERS] = barriers,
    [CAUSE_LATENCY] = latency,
    [CAUSE_STREAMING] = streaming,
    [CAUSE_WORK] = work,
};

// ---- which lesson

static bool lesson_teaches(const Exercise *ex, const char *topic) {
    for (const char **t = ex->teaches; *t; t++)
        if (!strcmp(*t, topic)) return true;
    return false;
}

// An exercise whose first subject it is, else any that has it among its own;
// for a kernel in Triton one in Triton.
static const char *lesson_for(const Plan *plan, const char *topic,
                              bool triton) {
    const char *any = NULL;
    for (int i = 0; plan && i < plan->nexercises; i++) {
        const Exercise *ex = plan->exercises[i];
        if (!lesson_teaches(ex, topic)) continue;
        if (triton && ex->kind != KIND_TRITON) continue;
        if (!strcmp(ex->teaches[0], topic)) return ex->id;
        if (!any) any = ex->id;
    }
    return any;
}

// ---- in Triton's words

static const char *const triton_says[CAUSE_COUNT] = {
#define WORDS(id, says) [CAUSE_##id] = says,
#include "gate/result/causes_triton.def"
};

// A line of the library that no line of the kernel stands for (binary.py) is
// nobody's to change.
static void say_of_triton(Arena *a, const Line *x, Cause *c) {
    if (strstr(x->l->file, "/triton/language/")) {
        c->why = "A line of Triton's own library, which your kernel calls.";
        c->name = "library";
        c->lesson = NULL;
        c->own = false;
        return;
    }
    for (int i = 0; i < CAUSE_COUNT; i++)
        if (!strcmp(kinds[i].name, c->name) && triton_says[i])
            c->why = arena_str(a, triton_says[i]);
}

// ---- the lines

static Cause find_cause(Arena *a, Line *x, const Plan *plan,
                        const Exercise *self) {
    Cause best = {.line = x->l};
    for (int i = 0; i < CAUSE_COUNT; i++) {
        double waste = rules[i](x);
        if (waste <= best.waste) continue;
        const char *topic = kinds[i].topic;
        best.name = kinds[i].name;
        best.waste = waste;
        best.why = arena_str(a, x->why);
        best.own = *topic && self && lesson_teaches(self, topic);
        best.lesson =
            *topic && !best.own ? lesson_for(plan, topic, x->triton) : NULL;
    }
    if (x->triton) say_of_triton(a, x, &best);
    return best;
}

static Line line_of(const SimGpu *g, const LineCost *l, const KernelCost *k,
                    const Exercise *self) {
    const SimCounters *c = &l->c;
    return (Line){
        .g = g,
        .l = l,
        .c = c,
        .k = k,
        // A script of no exercise, which kata sim runs, has Triton's kernels.
        .triton = self ? self->kind == KIND_TRITON : str_ends(l->file, ".py"),
        .requests = (double)(c->gmem_loads + c->gmem_stores),
        .lanes = c->warp_insts
                     ? counter_of(c->thread_insts, (double)c->warp_insts)
                     : 32,
    };
}

static Cause *known_cause(Explanation *e, const char *name) {
    for (int i = 0; i < e->n; i++)
        if (!strcmp(e->at[i].name, name)) return &e->at[i];
    return NULL;
}

// A tile that a line loads again costs little time if a cache answers, and is
// much of what goes through global memory, which gates count.
static bool loads_again(const LineCost *l, double all) {
    const SimCounters *c = &l->c;
    return c->gmem_loads && counter_of(c->gmem_sectors, all) >= 0.2 &&
           counter_of(c->l1_hits, (double)c->gmem_sectors) >= 0.9;
}

// The first such line of a Triton kernel that no cause has, in place of one
// that is no waste.
static void add_second_load(Arena *a, Explanation *e, const Line *lines, int n,
                            const bool *taken) {
    double all = 0;
    for (int i = 0; i < n; i++)
        all += (double)lines[i].c->gmem_sectors;
    for (int i = 0; i < n; i++) {
        if (taken[i] || !lines[i].triton || !loads_again(lines[i].l, all))
            continue;
        Line x = lines[i];
        Cause c = find_cause(a, &x, NULL, NULL);
        if (strcmp(c.name, kinds[CAUSE_REUSE].name) != 0) continue;
        if (e->n == CAUSES && strcmp(e->at[e->n - 1].name, "work") != 0) return;
        e->n -= e->n == CAUSES;
        e->at[e->n++] = c;
        return;
    }
}

Explanation explain(Arena *a, const SimGpu *g, const LineCost *lines, int n,
                    const KernelCost *kernels, int nkernels, const Plan *plan,
                    const Exercise *self) {
    Explanation e = {0};
    const KernelCost *longest = NULL;
    bool *taken = arena_array(a, bool, (size_t)max_of(n, 1));
    for (int i = 0; i < nkernels; i++) {
        e.us += kernels[i].us;
        if (!longest || kernels[i].us > longest->us) longest = &kernels[i];
    }
    Line *all = arena_array(a, Line, (size_t)max_of(n, 1));
    for (int i = 0; i < n; i++)
        all[i] = line_of(g, &lines[i], longest, self);
    for (;;) {
        int top = -1;
        for (int i = 0; i < n; i++)
            if (!taken[i] && lines[i].line > 0 &&
                (top < 0 || lines[i].us > lines[top].us))
                top = i;
        // less than a thirtieth of the time is no place to look
        if (top < 0 || lines[top].us <= e.us / 30) break;
        taken[top] = true;
        Cause c = find_cause(a, &all[top], plan, self);
        Cause *same = known_cause(&e, c.name);
        if (same && same->nalso < MOST_ALSO)
            same->also[same->nalso++] = c.line;
        else if (!same && e.n < CAUSES)
            e.at[e.n++] = c;
    }
    add_second_load(a, &e, all, n, taken);
    return e;
}
