// Reading `ncu --csv --page source --print-source cuda,sass`: of every file and
// kernel a table, in it a row per line of the source and, below that, a row per
// machine instruction of the line.
#ifndef GATE_NCU_LINES_H
#define GATE_NCU_LINES_H

#include "gate/result/result.h"

// The lines in what it printed, each with what its instructions add up to over
// all launches; NULL, *n 0: none.
//
// `us` is the launch's time (of kernels, in the order of launches; a launch
// beyond nkernels counts for nothing) times the part of its samples that were
// found there; `limiter` is what most of those waited for (stalls.def). A wait
// is found where a value is used, not where it was loaded. Counters: those that
// ncu has by instruction (instructions, requests and sectors of global memory,
// passes over shared memory, atomics, barriers, local memory); the others stay
// 0.
LineCost *ncu_lines(Arena *a, const char *text, const NcuKernel *kernels,
                    int nkernels, int *n);

#endif
