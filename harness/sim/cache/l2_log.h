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
#ifndef SIM_L2_LOG_H
#define SIM_L2_LOG_H

#include "sim/cache/l2.h"
#include "sim/core/launch.h"

typedef struct L2Log {
    L2Record *at; // [most]
    uint32_t n, most;
} L2Log;

enum {
#ifdef KATA_STRESS
    L2_LOG_SHORT = REQUEST_LINES,
    L2_LOG_LONG = 2 * REQUEST_LINES,
#else
    L2_LOG_SHORT = 2048, // of a launch that one worker runs: stays in L1
    L2_LOG_LONG = 32768, // of blocks whose turn has not come
#endif
};

// The launch's own, and its streams (cache.h), made of its arena.
void l2_log_init(Launch *la, uint32_t most);
void l2_log_fini(Launch *la);
// Replays it and forgets it; NULL: there is none, L2 has answered at once.
// sites: where the answers are counted.
void l2_log_commit(L2Log *h, L2 *l2, SiteCount *sites);
// Waits until the launch's blocks are the oldest, and commits what is there.
void l2_log_full(Launch *la);

// Makes room for one request. Call before l2_log_add.
static inline void l2_log_reserve(Launch *la) {
    L2Log *h = la->caches.log;
    if (h && h->n + REQUEST_LINES > h->most) l2_log_full(la);
}

static inline void l2_log_add(L2Log *h, L2Record r) {
    h->at[h->n++] = r;
}

#endif
