// Logs what blocks did to memory that all blocks share, until it is that
// block's turn.
//
//   block 0   ---run---commit
//   block 1   ---run--------- commit       commits never overlap, and come in
//   block 2   --run--------------- commit  the order of the blocks
//
// L2 and the checks of global memory answer by what came before. Were they
// asked while blocks run, two workers would get other answers in every run. So
// requests are written down, and a commit asks in the order of blocks: all that
// is counted and reported is what one worker finds, running block after block.
//
// A commit also costs less than asking at once: the next lines are known, and
// can be fetched from the host's memory meanwhile.
#ifndef SIM_HISTORY_H
#define SIM_HISTORY_H

#include "sim/cache/l2.h"
#include "sim/core/launch.h"

typedef struct History {
    L2Record *at; // [most]
    uint32_t n, most;
} History;

enum {
#ifdef KATA_STRESS
    HISTORY_SHORT = REQUEST_LINES,
    HISTORY_LONG = 2 * REQUEST_LINES,
#else
    HISTORY_SHORT = 2048, // of a launch that one worker runs: stays in L1
    HISTORY_LONG = 32768, // of blocks whose turn has not come
#endif
};

// The launch's own, and its streams (cache.h), made of its arena.
void history_init(Launch *la, uint32_t most);
void history_fini(Launch *la);
// Replays it and forgets it. sites: where the answers are counted.
void history_commit(History *h, L2 *l2, SiteCount *sites);
// Waits until the launch's blocks are the oldest, and commits what is there.
void history_full(Launch *la);

// Makes room for one request. Call before history_add.
static inline void history_reserve(Launch *la) {
    History *h = la->history;
    if (h && h->n + REQUEST_LINES > h->most) history_full(la);
}

static inline void history_add(History *h, L2Record r) {
    h->at[h->n++] = r;
}

#endif
