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
