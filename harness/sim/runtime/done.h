// Which pieces of work are over at a place of the program: its vector clock.
//
// Pieces are numbered as they are enqueued. Bit i % PIECES is piece i's, of the
// last PIECES before `now`; older ones count as over everywhere, and newer ones
// nowhere.
#ifndef SIM_DONE_H
#define SIM_DONE_H

#include "base/base.h"

enum { PIECES = 512 };

typedef struct Done {
    uint64_t now;
    uint64_t bits[PIECES / 64];
} Done;

// Moves the clock on to `now` pieces: those since are not over.
void done_renew(Done *d, uint64_t now);
void done_add(Done *d, uint64_t piece); // one of those before d->now
void done_remove(Done *d, uint64_t piece);
bool done_has(const Done *d, uint64_t piece);
// Adds the pieces that are over in `from`; d->now stays.
void done_join(Done *d, const Done *from);

#endif
