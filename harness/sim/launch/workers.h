// Several workers run the blocks of one launch, and nobody can tell.
//
//   batch 0   worker A  ---run---commit              a batch: some blocks,
//   batch 1   worker B  ---run---------commit        one after the other
//   batch 2   worker A            ---run----commit
//
// Each batch counts, notes and remembers for itself (a Launch of its own, the
// view); when all batches before have been committed its results become the
// launch's. Blocks of independent code (independence.h) cannot see each other
// but in gated instructions, and there a block waits for its turn. So results,
// counts and reports are those of one worker. When a block traps, those before
// it run to their end, as they would have; what comes behind it is thrown away.
//
// L1 needs no commit: never so many blocks are under way that two of them are
// on the same modelled SM.
#ifndef SIM_WORKERS_H
#define SIM_WORKERS_H

#include <stdint.h>

typedef struct Launch Launch;

// Workers that a launch may use: $KATASIM_WORKERS, else the CPUs that the
// process may run on; 1 to 16.
int workers_most(void);
// Runs blocks [first, total) of la with so many workers, this thread one of
// them. The blocks before have ended.
void workers_run(Launch *la, int workers, uint64_t first, uint64_t total);

#endif
