#include "sim/core/block.h"

// All warps wait for the slowest: at a barrier, and at the block's end, as what
// it holds of an SM is free only then.
void block_meets(Block *b) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        most = max_of(most, b->warps[i].issue.cycles);
        b->cycles.all += b->warps[i].issue.cycles;
        b->warps[i].issue.cycles = 0;
    }
    b->cycles.slowest += most * b->nwarps;
    for (uint32_t i = 0; i < b->nwarps; i++)
        b->warps[i].slept += most; // the clock of all goes on from there
}

void block_syncs(Block *b) {
    uint32_t most = 0;
    b->syncs++;
    b->clock++;
    if (!b->any_ahead) return;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        most = max_of(most, b->warps[i].ahead);
        b->warps[i].ahead = 0;
    }
    b->clock += most;
    b->any_ahead = false;
}

void block_arrives(Warp *w, struct Barrier *bar) {
    w->ahead++;
    w->block->any_ahead = true;
    bar->clock = max_of(bar->clock, warp_sync_clock(w));
}

void block_leaves(Warp *w, const struct Barrier *bar) {
    if (bar->clock > warp_sync_clock(w))
        w->ahead = bar->clock - w->block->clock;
}
