// How many blocks an SM of a GPU model can hold. Like sim.h for hosts, and free
// of the rest of sim/.
#ifndef SIM_OCCUPANCY_H
#define SIM_OCCUPANCY_H

#include "sim/sim.h"

// Resident blocks per SM and what limits them.
typedef struct Occupancy {
    int blocks_per_sm;
    int warps_per_sm;
    double fraction;
    const char *limit; // "registers", "shared memory", "block size", "blocks"
    uint32_t smem_sm;  // bytes of an SM that are shared memory, not L1
} Occupancy;
Occupancy occupancy_of(const SimGpu *g, int regs, uint32_t smem_bytes,
                       uint32_t threads);
// The same with a part of the SM for shared memory that the program prefers, in
// per cent (cudaFuncAttributePreferredSharedMemoryCarveout), -1 none. A block
// that needs more runs alone.
Occupancy occupancy_split(const SimGpu *g, int regs, uint32_t smem_bytes,
                          uint32_t threads, int percent);
// The bytes of shared memory of an SM at such a preference.
uint32_t occupancy_carveout(const SimGpu *g, int percent);

#endif
