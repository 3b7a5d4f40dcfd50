// Marks the registers and the shared memory that a wgmma still works with after
// it was issued. Nobody may touch those before wgmma.wait_group.
#ifndef SIM_WGMMA_CHECK_H
#define SIM_WGMMA_CHECK_H

#include "sim/core/async.h"
#include "sim/mem/sectors.h"

// The state of w's wgmmas, made at the first need, for the registers of the
// code that runs.
WarpMma *wgmma_of(Warp *w);
// The same if there is any, else NULL.
WarpMma *wgmma_if_any(Warp *w);

// w issues a wgmma with the descriptors a (NULL: A is in registers) and b:
// notes it if they differ between the lanes of w, or from those that another
// warp of the four gave. PTX ISA, "Matrix Descriptor": the same in all warps.
void wgmma_descriptors(Warp *w, const Insn *in, const Lanes64 *a,
                       const Lanes64 *b);

// A wgmma of w reads [lo, hi) of its block's shared memory until its group is
// waited for.
void wgmma_reads(Warp *w, const Insn *in, uint32_t lo, uint32_t hi);
// w, or a copy that it issues, writes to [lo, hi) of b: notes a wgmma that may
// not have read it yet.
void wgmma_overwritten(Warp *w, const Insn *in, uint32_t lanes, const Block *b,
                       uint32_t lo, uint32_t hi);
// The same of a store to its own block.
void wgmma_stored(Warp *w, const Insn *in, const Access *a);

#endif
