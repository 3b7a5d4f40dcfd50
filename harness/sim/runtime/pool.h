// Memory pools: how many bytes of the device they hold, and who may have what
// was given back.
//
// Addresses are never given out twice here (mem.h), so that a use after a free
// is seen. A pool counts as if they were: it lays allocations out in a row of
// places, and holds the chunks of 32 MiB that it has needed. A stream may
// have at once what it gave back. Another stream may have it if the free is
// known to come first, by events or because it is over. Each time the host
// waits, unused chunks go back to the device, down to the pool's threshold.
// Chunks and rules were found by tests on an H200 (driver 580.159.04,
// 2026-11-24).
#ifndef SIM_POOL_H
#define SIM_POOL_H

#include "sim/runtime/runtime.h"

// The numbers of cudaMemPoolAttr; the first three are ints, the others words.
typedef enum PoolAttribute {
    POOL_FOLLOWS_EVENTS = 1, // memory is given to streams that wait for a free
    POOL_IS_OPPORTUNISTIC,   // and to those that come after its end by chance
    POOL_MAY_WAIT,
    POOL_THRESHOLD,
    POOL_RESERVED,
    POOL_RESERVED_MOST,
    POOL_USED,
    POOL_USED_MOST,
    POOL_ATTRIBUTES,
} PoolAttribute;

typedef struct SimPool SimPool;

// The pool that a device begins with, and the one that cudaMallocAsync takes.
SimPool *pool_first(int device);
SimPool *pool_current(int device);
void pool_choose(int device, SimPool *p);
SimPool *pool_new(int device);
int pool_device(const SimPool *p);
// False: p is a device's first one, which stays. A pool
// with allocations in use ends when they do.
bool pool_end(SimPool *p);

uint64_t pool_attribute(const SimPool *p, PoolAttribute which);
// False: it cannot be set so.
bool pool_set(SimPool *p, PoolAttribute which, uint64_t value);

// The allocation at address, for s. Returns the chunks that the pool needed for
// it: each costs the host SPEND_CHUNK.
uint64_t pool_take(Runtime *r, SimPool *p, uint64_t address, uint64_t bytes,
                   const SimStream *s);
// It is given back in s, by the last piece if s is a stream of pieces; NULL: by
// a host that has waited. Of memory of no pool nothing is noted.
void pool_give(Runtime *r, uint64_t address, const SimStream *s);
// Gives what nobody uses back to the device, as long as `keep` bytes remain.
// Returns the chunks; they cost the same.
uint64_t pool_trim(const Runtime *r, SimPool *p, uint64_t keep);
// The same for all, where the host has waited for a stream, an event or a
// device: their thresholds remain.
uint64_t pools_waited(const Runtime *r);
// Bytes of the device that its pools hold and nobody uses.
uint64_t pools_idle(int device);
// For device_reset.
void pools_reset(int device);

#endif
