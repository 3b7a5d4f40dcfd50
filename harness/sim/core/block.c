#include "sim/core/block.h"

// All warps wait for the slowest: at a barrier, and at the block's end, as what
// it holds of an SM is free only then.
void block_meets(Block *b) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        most = max_of(most, b->warps[i].issue.cycles);
        b->own += b->warps[i].issue.cycles;
        b->warps[i].issue.cycles = 0;
    }
    b->slowest += most * b->nwarps;
}
