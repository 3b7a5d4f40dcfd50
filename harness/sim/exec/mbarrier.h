// The 64 bits of an mbarrier, and arriving at it.
#ifndef SIM_EXEC_MBARRIER_H
#define SIM_EXEC_MBARRIER_H

#include "sim/core/async.h"

enum { MBARRIER_MOST = (1 << 20) - 1 }; // arrivals

typedef struct MbarrierBits {
    uint32_t pending, expected;
    int32_t tx;
    bool is_valid, phase;
} MbarrierBits;

MbarrierBits mbarrier_unpack(uint64_t v);
uint64_t mbarrier_pack(MbarrierBits m);
uint64_t mbarrier_load(const Block *b, uint32_t offset);
// Writes it back; a phase that is complete gives way to the next.
void mbarrier_store(Block *b, uint32_t offset, MbarrierBits m);
// The state of an mbarrier beyond its bits.
Mbarrier *mbarrier_info(Block *b, uint32_t offset);
// Nobody has arrived, no bytes have come.
void mbarrier_begin_phase(Mbarrier *m);
// False: w has trapped.
bool mbarrier_is_live(Warp *w, const Insn *in, int l, MbarrierBits m);

// Returns whether it waits for fewer than n arrivals in this phase: what is
// under way may end the phase, and has to be made first (bulk_arrive).
bool mbarrier_is_short(const Block *b, uint32_t offset, uint32_t n);
// tx-count goes down by bytes.
void mbarrier_complete_tx(Block *b, uint32_t offset, uint32_t bytes);
// n arrivals of lane l at the mbarrier of b; false: w has trapped. drop: the
// later phases expect so many fewer.
bool mbarrier_arrive(Warp *w, const Insn *in, Block *b, uint32_t offset, int l,
                     uint32_t n, bool drop);
// One that cp.async.mbarrier.arrive announced: pending count up by one.
bool mbarrier_expect(Warp *w, const Insn *in, Block *b, uint32_t offset, int l);

#endif
