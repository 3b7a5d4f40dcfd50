#include "sim/core/clock.h"

#include "sim/core/groups.h"
#include "sim/decode/code.h"
#include "sim/decode/independence.h"

bool clock_is_read(const Code *code) {
    for (const Code *c = code; c; c = c->next)
        for (uint32_t i = 0; i < c->ninsns; i++) {
            const Stmt *s = c->stmts[i];
            if (s && s->op == OP_MOV && stmt_reads_clock(s)) return true;
        }
    return false;
}

static float chain_of(const BasicBlock *b) {
    float sum = 0;
    for (int i = 0; i < b->ncosts; i++)
        sum += b->costs[i].chain;
    return sum;
}

// A block's instructions count one cycle each (warp_clock): what it takes
// longer than that. How often a warp asks for a flag says nothing (counts.c).
void clock_start(Launch *la) {
    float slower = (float)la->gpu->lat_alu / SIM_USUAL_ALU;
    for (int i = 0; i < la->counts.ncodes; i++) {
        const CodeCounts *n = &la->counts.codes[i];
        for (uint32_t b = 0; b < n->code->nblocks; b++) {
            if (n->block[b].poll >= POLL_STRONG) continue;
            float chain = chain_of(&n->code->blocks[b]) * slower + 0.5f;
            n->block[b].own = (uint32_t)max_of(
                (int64_t)chain - (int64_t)n->block[b].insns, (int64_t)0);
        }
    }
}

static uint64_t cycles_of(const Warp *w, int block) {
    const BlockCount *b = &w->counts->block[block];
    return (uint64_t)b->own + b->insns;
}

// All of the block has been counted when it began: less what is still to come.
uint64_t clock_at(Warp *w, int64_t place) {
    uint64_t now = warp_clock(w), done = (uint32_t)place;
    uint64_t whole = cycles_of(w, (int)(place >> 32));
    return clock_runs(w->block->launch) ? now - (whole - min_of(done, whole))
                                        : now;
}

// The latencies are those of chains of loads: what the instruction itself takes
// has been counted with its block.
static void clock_wait(Warp *w, const LoadTime *t, double latency) {
    double own = w->block->launch->gpu->lat_alu;
    double wait = (latency - own) * (double)t->rounds;
    if (t->overlaps) wait -= (double)cycles_of(w, t->block) - (double)t->at;
    if (wait > 0) w->issue.cycles += (uint64_t)(wait + 0.5);
}

void clock_wait_global(Warp *w, const Insn *in, const SiteCount *before) {
    const SimGpu *g = w->block->launch->gpu;
    const SiteCount *now = site_count(w, in);
    const LoadTime *t = &memop_of(in)->time;

    if (t->rounds <= 0) return;
    clock_wait(w, t,
               now->dram_loads > before->dram_loads ? g->lat_dram
               : now->l2_loads > before->l2_loads   ? g->lat_l2
                                                    : g->lat_l1);
}

void clock_wait_shared(Warp *w, const Insn *in) {
    const LoadTime *t = &memop_of(in)->time;

    if (t->rounds > 0) clock_wait(w, t, w->block->launch->gpu->lat_smem);
}
