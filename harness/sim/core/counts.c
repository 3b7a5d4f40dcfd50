// What a launch counts: per block of code while it runs, per source line when
// it has ended.
//
// A BLOCK counts its runs; what a run costs is static (BasicBlock.costs). What
// cannot be known before (sectors, conflicts, divergence) is counted at sites.
// Both end up in the SimLine of their source line, and all lines in the total.
#include "sim/core/counts.h"

#include "sim/core/launch.h"
#include "sim/decode/code.h"
#include "sim/decode/independence.h"

#include <stdlib.h>
#include <string.h>

// ---- while it runs

enum { COUNTERS = sizeof(SimCounters) / sizeof(uint64_t) };

static void counters_add(SimCounters *to, const SimCounters *from) {
    uint64_t *a = (uint64_t *)to;
    const uint64_t *b = (const uint64_t *)from;
    for (int i = 0; i < COUNTERS; i++)
        a[i] += b[i];
}

// What a warp by itself takes for a block of code, if its global loads find
// their data now in L1, now in L2: only to be compared among warps.
static uint32_t own_cycles(const BasicBlock *b) {
    enum { FAR = 200, NEAR = 28 };
    float sum = 0;
    for (int i = 0; i < b->ncosts; i++)
        sum +=
            b->costs[i].chain + FAR * b->costs[i].far + NEAR * b->costs[i].near;
    return (uint32_t)(sum + 0.5f);
}

static SiteCount *init_code(Launch *la, CodeCounts *n, const Code *c,
                            SiteCount *sites) {
    n->code = c;
    n->site = sites;
    n->block = arena_array(&la->arena, BlockCount, c->nblocks);
    for (uint32_t i = 0; i < c->nblocks; i++) {
        n->block[i].insns = max_of(c->blocks[i].n, 1u);
        n->block[i].poll = c->blocks[i].poll;
        // How often a warp asks is the order in which blocks run here.
        bool asks = c->blocks[i].poll >= POLL_STRONG;
        n->block[i].own = asks ? 0 : own_cycles(&c->blocks[i]);
    }
    return sites + max_of(c->nsites, 1u);
}

void counts_init(Launch *la) {
    size_t nsites = 0;
    la->counts.ncodes = 0;
    for (const Code *c = la->code; c; c = c->next, la->counts.ncodes++)
        nsites += max_of(c->nsites, 1u);
    la->counts.codes =
        arena_array(&la->arena, CodeCounts, (size_t)la->counts.ncodes);
    la->counts.sites = arena_array(&la->arena, SiteCount, nsites);
    SiteCount *sites = la->counts.sites;
    int i = 0;
    for (const Code *c = la->code; c; c = c->next)
        sites = init_code(la, &la->counts.codes[i++], c, sites);
}

static void counters_move(SimCounters *to, SimCounters *from) {
    counters_add(to, from);
    *from = (SimCounters){0};
}

static void move_code(CodeCounts *to, CodeCounts *from) {
    const Code *c = from->code;
    bool any = false;
    for (uint32_t i = 0; i < c->nblocks; i++) {
        const BasicBlock *b = &c->blocks[i];
        BlockCount *n = &from->block[i];
        if (!n->runs) continue;
        any = true;
        to->block[i].runs += n->runs;
        to->block[i].lanes += n->lanes;
        n->runs = n->lanes = 0;
        for (uint32_t s = b->site; s < b->site + b->nsites; s++)
            counters_move(&to->site[s], &from->site[s]);
    }
    if (any) counters_move(&to->site[0], &from->site[0]);
}

void counts_move(Launch *to, Launch *from) {
    for (int i = 0; i < from->counts.ncodes; i++)
        move_code(&to->counts.codes[i], &from->counts.codes[i]);
}

static void scale(uint64_t *v, size_t n, double weight) {
    for (size_t i = 0; i < n; i++)
        v[i] = (uint64_t)((double)v[i] * weight + 0.5);
}

void counts_scale(Launch *la, double weight) {
    for (int i = 0; i < la->counts.ncodes; i++) {
        CodeCounts *n = &la->counts.codes[i];
        for (uint32_t b = 0; b < n->code->nblocks; b++) {
            scale(&n->block[b].runs, 1, weight);
            scale(&n->block[b].lanes, 1, weight);
        }
        for (uint32_t s = 0; s < max_of(n->code->nsites, 1u); s++)
            scale((uint64_t *)&n->site[s], COUNTERS, weight);
    }
}

bool counts_have_atomics(const Launch *la) {
    for (int i = 0; i < la->counts.ncodes; i++) {
        const CodeCounts *n = &la->counts.codes[i];
        for (uint32_t s = 0; s < max_of(n->code->nsites, 1u); s++)
            if (n->site[s].atomics) return true;
    }
    return false;
}

CodeCounts *counts_of(const Launch *la, const Code *code) {
    for (int i = 0; i < la->counts.ncodes; i++) {
        if (la->counts.codes[i].code == code) return &la->counts.codes[i];
    }
    return la->counts.codes; // a callee is always in the chain of its entry
}

// ---- when it has ended

// Loads of the rounds that begin on a line, wherever they stand themselves.
typedef struct Placing {
    uint64_t loads, l2_loads, met_loads, dram_loads, fresh_loads;
} Placing;

typedef struct LineTable {
    SimLine *at;
    Placing *placing; // of each
    int n, cap;
    int last; // found last: neighbours share lines
    Arena *arena;
} LineTable;

static bool is_line(const SimLine *s, const SrcLoc *loc) {
    return s->line == loc->line &&
           (s->file == loc->file || !strcmp(s->file, loc->file));
}

static SimLine *line_of(LineTable *t, const Launch *la, const SrcLoc *loc) {
    static const SrcLoc nowhere = {.file = ""};
    if (loc) loc = src_line(loc, la->main_file);
    if (!loc) loc = &nowhere;
    if (t->n && is_line(&t->at[t->last], loc)) return &t->at[t->last];
    for (t->last = 0; t->last < t->n; t->last++) {
        if (is_line(&t->at[t->last], loc)) return &t->at[t->last];
    }
    if (t->n == t->cap) {
        int cap = t->cap * 2 + 32;
        SimLine *more = arena_array(t->arena, SimLine, (size_t)cap);
        Placing *places = arena_array(t->arena, Placing, (size_t)cap);
        if (t->n) {
            memcpy(more, t->at, (size_t)t->n * sizeof *more);
            memcpy(places, t->placing, (size_t)t->n * sizeof *places);
        }
        t->at = more;
        t->placing = places;
        t->cap = cap;
    }
    t->at[t->n] = (SimLine){.file = loc->file, .line = loc->line};
    t->placing[t->n] = (Placing){0};
    return &t->at[t->n++];
}

static uint64_t whole(uint64_t runs, float each) {
    return (uint64_t)((double)runs * (double)each + 0.5);
}

static void add_pipes(SimCounters *c, const struct BlockCost *cost,
                      uint64_t runs) {
    c->int_ops += whole(runs, cost->pipe[PIPE_INT]);
    // A sum may stand on another line than the shift that it keeps.
    c->either_ops += whole(runs, max_of(cost->either, 0.0f));
    c->compare_ops += whole(runs, cost->pipe[PIPE_CMP]);
    c->imul_ops += whole(runs, cost->pipe[PIPE_IMUL]);
    c->fp32_ops += whole(runs, cost->pipe[PIPE_FP32]);
    c->fp64_ops += whole(runs, cost->pipe[PIPE_FP64]);
    c->fp16_ops += whole(runs, cost->pipe[PIPE_FP16]);
    c->mufu_ops += whole(runs, cost->pipe[PIPE_MUFU]);
    c->cvt_ops += whole(runs, cost->pipe[PIPE_CVT]);
    c->xchg_ops += whole(runs, cost->pipe[PIPE_XCHG]);
}

// One thread of a block waits in grid.sync(), and how often it asks depends on
// the order in which blocks run here: no instructions of the kernel's work.
static bool is_grid_wait(const SrcLoc *loc) {
    static const char header[] = "cooperative_groups/details/sync.h";
    size_t n = loc && loc->file ? strlen(loc->file) : 0, own = strlen(header);
    return n >= own && !strcmp(loc->file + n - own, header);
}

// From a file below that folder, or called by one.
static bool is_from(const SrcLoc *loc, const char *folder) {
    while (loc && !strstr(loc->file, folder))
        loc = loc->inlined_at;
    return loc != NULL;
}

// Runs of the block in which no lane takes part: its instructions are issued,
// and do nothing.
static uint64_t idle_runs(const BasicBlock *b, const BlockCount *n,
                          const BlockCount *of) {
    uint64_t before = b->before < 0 ? 0 : of[b->before].runs;
    return before > n->runs ? before - n->runs : 0;
}

static void add_block(LineTable *t, const Launch *la, const BasicBlock *b,
                      const BlockCount *n, const BlockCount *of) {
    uint64_t issued = n->runs + idle_runs(b, n, of);

    for (int i = 0; issued && i < b->ncosts; i++) {
        const struct BlockCost *cost = &b->costs[i];
        SimCounters *c = &line_of(t, la, cost->loc)->c;
        if (!is_grid_wait(cost->loc)) {
            c->warp_insts += n->runs * cost->insts;
            c->thread_insts += n->lanes * cost->insts;
            uint64_t insts = n->runs * cost->insts;
            if (is_from(cost->loc, "/cub/")) c->cub_insts += insts;
            if (is_from(cost->loc, "/cutlass/") || is_from(cost->loc, "/cute/"))
                c->cutlass_insts += insts;
        }
        c->issue_cycles += whole(issued, cost->issue);
        c->smem_idle += (issued - n->runs) * cost->shared;
        c->chain_cycles += whole(n->runs, cost->chain);
        c->gmem_rounds += whole(n->runs, cost->far);
        c->smem_rounds += whole(n->runs, cost->near);
        c->ahead_cycles += whole(n->runs, cost->ahead);
        c->flops += n->lanes * cost->flops;
        add_pipes(c, cost, n->runs);
    }
}

// Bytes of "ld.global.nc.v4.f32": 16; 0 of what is no load or store.
static int access_bytes(const char *text) {
    if (strncmp(text, "ld.", 3) && strncmp(text, "st.", 3)) return 0;
    const char *type = strrchr(text, '.') + 1;
    int bits = *type ? atoi(type + 1) : 0;
    int lanes = strstr(text, ".v4.") ? 4 : strstr(text, ".v2.") ? 2 : 1;
    return bits / 8 * lanes;
}

static void add_site(LineTable *t, const Launch *la, const Site *s,
                     const SiteCount *n) {
    static const SiteCount zero;
    if (!memcmp(n, &zero, sizeof zero)) return;
    SimLine *l = line_of(t, la, s ? s->loc : NULL);
    counters_add(&l->c, n);
    if (s && (n->gmem_loads || n->gmem_stores))
        l->bytes = max_of(l->bytes, access_bytes(s->text));
    if (!n->gmem_loads) return;
    if (s && s->round) line_of(t, la, s->round);
    Placing *p = &t->placing[t->last];
    p->loads += n->gmem_loads;
    p->l2_loads += n->l2_loads;
    p->met_loads += n->met_loads;
    p->dram_loads += n->dram_loads;
    p->fresh_loads += n->fresh_loads;
}

// Tells the rounds of loads that begin on a line by the place where they found
// their data. Loads of one round overlap, so it waits for the one that is
// farthest away: as many rounds wait for L2 as loads did not find all in L1,
// unless each round has several such, and of these as many for DRAM. Rounds of
// atomics wait for L2. Data that this launch has fetched were perhaps still on
// their way when others wanted them.
static void place_rounds(SimCounters *c, const Placing *p) {
    double rounds = (double)c->gmem_rounds, missed = (double)p->l2_loads,
           waits = missed + (double)p->met_loads;
    double far = p->loads ? min_of(rounds, waits) : rounds;
    double dram = missed > 0 ? (double)p->dram_loads * waits / missed : 0;
    double in_l2 = missed - (double)p->dram_loads;
    double fresh = in_l2 > 0 ? (double)p->fresh_loads / in_l2 : 0;

    dram = min_of(dram, far);
    double met = (far - dram) * fresh;
    c->dram_rounds = (uint64_t)(dram + 0.5);
    c->met_rounds = (uint64_t)(met + 0.5);
    c->l2_rounds = (uint64_t)(far - dram - met + 0.5);
}

static int by_place(const void *a, const void *b) {
    const SimLine *x = a, *y = b;
    int c = strcmp(x->file, y->file);
    return c ? c : (x->line > y->line) - (x->line < y->line);
}

void counts_roll_up(Launch *la, Arena *a, SimLaunchInfo *info) {
    LineTable t = {.arena = &la->arena};
    for (int i = 0; i < la->counts.ncodes; i++) {
        const CodeCounts *n = &la->counts.codes[i];
        const Code *c = n->code;
        for (uint32_t b = 0; b < c->nblocks; b++)
            add_block(&t, la, &c->blocks[b], &n->block[b], n->block);
        for (uint32_t s = 0; s < max_of(c->nsites, 1u); s++)
            add_site(&t, la, s < c->nsites ? &c->sites[s] : NULL, &n->site[s]);
    }
    for (int i = 0; i < t.n; i++) {
        place_rounds(&t.at[i].c, &t.placing[i]);
        counters_add(&la->counts.total, &t.at[i].c);
    }
    if (t.n) qsort(t.at, (size_t)t.n, sizeof *t.at, by_place);
    SimLine *lines = arena_array(a, SimLine, (size_t)t.n);
    if (t.n) memcpy(lines, t.at, (size_t)t.n * sizeof *lines);
    info->lines = lines;
    info->nlines = t.n;
    info->c = la->counts.total;
}
