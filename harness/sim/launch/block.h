// Blocks that run: one, and as many as the modelled GPU holds.
#ifndef SIM_LAUNCH_BLOCK_H
#define SIM_LAUNCH_BLOCK_H

#include "sim/core/block.h"

typedef enum BlockEnd {
    BLOCK_DONE,
    BLOCK_WAITS,
    BLOCK_YIELDS, // its turn is over
    BLOCK_TRAPPED
} BlockEnd;

// Returns a number below n, and the next one when called again.
static inline uint32_t random_below(uint64_t *state, uint32_t n) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % n;
}

// Executes until the warp gives up (warp_run.c).
void warp_run(Warp *w);

// Memory of one resident block, used for one block after the other.
Block *block_new(Launch *la);
void block_start(Block *b, uint64_t linear);
// Runs it until it ends, traps, or only waits for other blocks.
BlockEnd block_run(Block *b);

// Blocks that run in turn, as many as the modelled GPU holds. Those of a
// cluster run at the same time, begin together, and give their memory back
// together: those that have ended wait, `ended`, for the others.
typedef struct Resident {
    Block **at; // [0, n) run; beyond: free memory of blocks that have ended
    uint32_t n, made, most;
    uint64_t next, total; // blocks of the grid
    uint32_t idle;        // rotations without progress
    uint32_t host_us;     // spent waiting for the program's other threads
    uint64_t freed;       // of the block that ended last: began + spent
} Resident;
// Runs blocks [r->next, r->total) until they have ended, or one has trapped.
void run_blocks(Launch *la, Resident *r);

// main_file.c: the file by whose lines a kernel is told, or "".
const char *main_file_of(const Code *c);

// progress.c: a launch begins, one of its blocks has ended, it has ended.
void progress_begin(const char *kernel, uint64_t blocks);
void progress_block(void);
void progress_end(bool trapped);
// Before the blocks run: what each does will be written down, if they are not
// too many.
void balance_watch(Launch *la, uint64_t blocks);
// The share of the busiest SM, over the average one; 0 if nobody watched, or a
// trap kept blocks from running.
double balance_busiest(Launch *la);

#endif
