// The cost of a call on the simulated device while small edits are tried: of
// two that are right the cheaper one is meant, and one is not meant that starts
// threads, or stores results, many times over.
#ifndef GATE_EDIT_WORK_H
#define GATE_EDIT_WORK_H

#include "gate/child/session.h"

typedef struct EditWork { // of one call
    double threads;       // launched
    double stores;   // of lanes to global memory, where all of a warp store
    double barriers; // of warps
    double atomics;  // of lanes
    int launches;
} EditWork;

// Of threads those of the first launches alone; 0: of all.
EditWork edit_work(const Counts *counted, int launches);
// Many more threads than c has elements, or stores than its outputs have. Small
// cases say nothing.
bool edit_wastes(const CaseData *c, const EditWork *w);

#endif
