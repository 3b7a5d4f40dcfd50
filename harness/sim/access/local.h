// Moving to and from local memory: 4-byte words of the lanes side by side.
//
// Where the lanes use the same offset in their memories, as all do but those of
// an array with an index of each lane's own, their words are a row.
#ifndef SIM_LOCAL_H
#define SIM_LOCAL_H

#include "sim/access/memop.h"

// Where byte a of lane l's lies.
static inline uint8_t *local_word(uint8_t *local, int l, uint64_t a) {
    return local + a / 4 * (WARP_SIZE * 4) + l * 4 + a % 4;
}

// The accessing lanes' elements, checked and counted already, from and to
// `local` (warp_local).
void local_load(Warp *w, const MemOp *op, const Access *a,
                const uint8_t *local);
void local_store(const Warp *w, const MemOp *op, const Access *a,
                 uint8_t *local);

#endif
