// The time of L2 and DRAM for a launch (model.c).
#ifndef SIM_CHIP_H
#define SIM_CHIP_H

#include "sim/occupancy.h"

// The bytes that DRAM moves for it, and those that it could have moved while it
// went from row to row; and the us that this takes.
double chip_dram_bytes(const SimGpu *g, const SimCounters *c);
double chip_dram_us(const SimGpu *g, const SimCounters *c);
// The us that writing back what others left dirty adds, where starting blocks
// takes `starts` of `all`.
double chip_evicting_us(const SimGpu *g, const SimCounters *c, double starts,
                        double all);
// The us of L2. sm_us: those that a cycle of all SMs' work takes the busiest
// one.
double chip_l2_us(const SimGpu *g, const SimCounters *c, double sm_us);

#endif
