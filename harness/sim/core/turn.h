// Turns: blocks of one launch run on several workers, and nobody can tell.
//
//   batch 0   worker A  ---run---commit              a batch: some blocks,
//   batch 1   worker B  ---run---------commit        one after the other
//   batch 2   worker A            ---run----commit
//
// What depends on the order of blocks waits for the turn of its batch: all
// batches before have been committed then (launch/workers.h).
#ifndef SIM_CORE_TURN_H
#define SIM_CORE_TURN_H

#include "sim/core/block.h"
#include "sim/core/launch.h"

#include <pthread.h>

// The state that workers of a launch share to wait for each other.
typedef struct Turns {
    Launch *whole;
    uint64_t first, total; // blocks
    uint64_t batch_blocks;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t sleepers;
    uint64_t oldest; // batch that is not committed; read without the lock
    uint64_t stop;   // block that trapped; those behind it are not wanted
    uint32_t events; // counts changes of oldest and stop
} Turns;

// Waits until all blocks before la's have been committed. False: la's have
// been abandoned.
bool turn_wait(Launch *la);
// Before an instruction that depends on the order of blocks; false: give up
// the warp.
bool turn_gate(Warp *w);
// True if an earlier block has trapped, so that b does not matter.
bool turn_abandons(const Block *b);

// The whole launch, of which la may be a view.
Launch *launch_whole(Launch *la);

// ---- for the workers
static inline uint64_t turn_first(const Turns *t, uint64_t batch) {
    return t->first + batch * t->batch_blocks;
}
// True if a block before it has trapped.
bool turn_is_behind_stop(const Turns *t, uint64_t block);
// Counts of events so far, and waiting for another one.
uint32_t turn_events(const Turns *t);
void turn_wait_event(Turns *t, uint32_t seen);
// Something has changed; with the lock held.
void turn_tell(Turns *t);

#endif
