// What a launch counts: per place and per block of code while it runs, per
// source line when it has ended.
#ifndef SIM_CORE_COUNTS_H
#define SIM_CORE_COUNTS_H

#include "base/arena.h"
#include "sim/sim.h"

typedef struct Launch Launch;
typedef struct Code Code;

typedef SimCounters SiteCount; // counters of one site

// The counters of a block of code.
typedef struct BlockCount {
    uint64_t runs;  // by warps
    uint64_t lanes; // the same, times active lanes
    uint32_t insns; // of the block, for budgets
    uint32_t poll;  // how much it looks like waiting for other threads
    uint32_t own;   // cycles that a warp alone would take, with usual waits
} BlockCount;

// What is counted of one function's code while a launch runs.
typedef struct CodeCounts {
    const Code *code;
    SiteCount *site;   // [code->nsites]
    BlockCount *block; // [code->nblocks]
    struct Past *past; // barrier.c: which blocks lie behind a barrier
} CodeCounts;

void counts_init(Launch *la);
// Adds what from has counted to to, of the same code, and begins anew.
void counts_move(Launch *to, Launch *from);
// What la has counted so far stands for `weight` times as much.
void counts_scale(Launch *la, double weight);
bool counts_have_atomics(const Launch *la);
CodeCounts *counts_of(const Launch *la, const Code *code);
// Rolls them up: la->total, and the lines of out (arena a).
void counts_roll_up(Launch *la, Arena *a, SimLaunchInfo *info);

#endif
