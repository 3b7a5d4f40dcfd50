// Addresses apart from memory (cuMemAddressReserve, cuMemMap): a part of mem.c.
#ifndef SIM_RESERVE_H
#define SIM_RESERVE_H

#include "sim/mem/mem.h"

// Addresses of the device without memory, at a multiple of align, a power of
// two; 0: there are none. Nothing takes them back.
uint64_t mem_reserve(Mem *m, uint64_t size, uint64_t align);
// Memory of the owner's device at reserved addresses [p, p + size), which have
// none; it and what touches it on either side are one allocation. False: the
// device is full.
bool mem_back(Mem *m, uint64_t p, uint64_t size);
// Takes the memory of [p, p + size) away. An access there is one to freed
// memory until there is some again.
void mem_unback(Mem *m, uint64_t p, uint64_t size);
// True of allocations that mem_back made, which mem_release leaves alone.
bool mem_is_backed(const Alloc *a);

#endif
