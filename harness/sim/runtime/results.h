// Results of kernels that nothing ever read: overwritten, freed or left there.
//
// A note, as no result depends on it. To say nothing false, only the first
// launch of a kernel that writes to an allocation is looked at, and a result
// counts as read as soon as anything but the kernel's own stores has been in
// one of its lines. These are none:
//
//   what the same kernel writes again    a benchmark, or a loop's last round
//   one value everywhere                 a buffer that was cleared
//   what nobody can follow               atomics, child grids, drivers' calls,
//                                        samples of blocks, memory of the host
#ifndef SIM_RESULTS_H
#define SIM_RESULTS_H

#include "sim/runtime/runtime.h"

struct KernelTask;

// Around a launch.
void results_before(Runtime *r, const struct KernelTask *k);
void results_after(Runtime *r, const struct KernelTask *k, const char *kernel,
                   bool trapped);
// The bytes are read by a copy or a library.
void results_read(Runtime *r, uint64_t p, size_t n);
// They are overwritten by the call under way: "a memset".
void results_written(Runtime *r, uint64_t p, size_t n, const char *by);
void results_freed(Runtime *r, const Alloc *a);
// At the end of the program.
void results_end(Runtime *r);

#endif
