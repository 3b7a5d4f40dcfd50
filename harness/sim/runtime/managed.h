// The places of managed memory, and what moves it.
//
// Memory of cudaMallocManaged comes in pages of 64 KiB. A page lies with the
// host or with a device; what is mostly read may lie with several. A kernel
// that uses a page which lies elsewhere waits until it has come: the page
// migrates. A prefetch is a copy that the program asks for ahead.
//
// Nothing is counted before the program asks for it, by a hint or by
// sim_host_used: where a kernel's pages lie takes a list of the words that it
// used (shadow.h). The host's own accesses are not seen but told
// (sim_host_used). Costs are from tests on an H200 (driver 580.159.04,
// 2026-11-24): 256 MiB on demand came to a kernel at 7.7 GB/s and to the host
// at 5.6, a prefetch at 50 and 18, and one page alone took 30 us.
#ifndef SIM_MANAGED_H
#define SIM_MANAGED_H

#include "sim/runtime/runtime.h"

// The numbers of cudaMemoryAdvise and of cudaMemRangeAttribute.
typedef enum ManagedAdvice {
    ADVICE_READ_MOSTLY = 1,
    ADVICE_NOT_READ_MOSTLY,
    ADVICE_PREFERS,
    ADVICE_PREFERS_NONE,
    ADVICE_ACCESSED_BY,
    ADVICE_NOT_ACCESSED_BY,
} ManagedAdvice;

// A place: PLACE_HOST, PLACE_NONE or a device's number.
enum { PLACE_HOST = -1, PLACE_NONE = -2 };

// False: these are not bytes of one managed allocation, or there is no such
// place or advice.
bool managed_advise(Runtime *r, const void *p, size_t n, int advice, int place);
// Begins to move the pages there, in s.
bool managed_prefetch(Runtime *r, const void *p, size_t n, int place,
                      SimStream *s);

// The hints that all pages of a range were given.
typedef struct ManagedFacts {
    bool read_mostly;
    int prefers, prefetched; // PLACE_NONE: not all have the same
    uint32_t accessed_by;    // bit i + 1: device i; bit 0: the host
} ManagedFacts;
bool managed_facts(Runtime *r, const void *p, size_t n, ManagedFacts *out);

// A kernel has run on the thread's device: moves what it used there. Returns
// the time that it waited for that, in us.
double managed_kernel(Runtime *r);

#endif
