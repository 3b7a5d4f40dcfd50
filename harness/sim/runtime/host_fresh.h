// Managed memory that nothing has written yet, and that the host reads.
//
// The pages of a new cudaMallocManaged are closed to the host. The
// first write, by the host or a kernel, opens a piece of them (a 64th of the
// allocation, whole pages); a read of the host before that is noted. Zeros lie
// there on a GPU too, mostly: the documentation does not promise them.
//
// A system call would fail on a closed page (EFAULT) where a program faults, so
// hosts that turn this on say which bytes a call is about to use.
#ifndef SIM_HOST_FRESH_H
#define SIM_HOST_FRESH_H

#include "sim/runtime/runtime.h"

// Off until a host turns it on.
void host_fresh_start(void);
// [p, p + size) is new; made_at: the program's place.
void host_fresh_add(uint64_t p, uint64_t size, uint64_t made_at);
// The allocation at p goes away.
void host_fresh_drop(uint64_t p);

typedef enum FreshTouch {
    FRESH_NOT,    // the address is in no closed piece
    FRESH_OPENED, // somebody else's first use: the piece is open now
    FRESH_READ,   // the host read it: the whole allocation is open now
} FreshTouch;

// In the signal handler: somebody touches the address.
FreshTouch host_fresh_touch(uint64_t address, bool reads, uint64_t *made_at);
// Is anything watched?
bool host_fresh_any(void);
// The pages of [lo, hi) have been opened for another reason: closes those again
// that are still fresh.
void host_fresh_close(uint64_t lo, uint64_t hi);

#endif
