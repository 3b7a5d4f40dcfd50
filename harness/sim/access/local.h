// Moving to and from local memory: 4-byte words of the lanes side by side.
//
// If the lanes use the same offset in their memories, as all do except those of
// an array with an index of each lane's own, their words are a row.
#ifndef SIM_LOCAL_H
#define SIM_LOCAL_H

#include "sim/access/address.h"

// The accessing lanes' elements, checked and counted already, from and to
// `local` (warp_local).
void local_load(Warp *w, const MemOp *op, const Access *a,
                const uint8_t *local);
void local_store(const Warp *w, const MemOp *op, const Access *a,
                 uint8_t *local);

#endif
