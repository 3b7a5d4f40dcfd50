// Tells who made the bytes of an output: a device, or the host.
//
// A host names the inputs and outputs of a call (sim_witness). From then on two
// things are known at the call's end (sim_witnessed):
//
//   made    words of an output in memory that the host may write, which neither
//           a copy from a device nor a kernel has put there as they are. A word
//           that a copy brought to other host memory, and the host has moved
//           on with its neighbours, is a device's too.
//   given   words of an output that the host once sent to a device just so,
//           though no input has them and no device had sent them before: the
//           host computed, and the result came back.
//
// Zeros, and runs of one value, say nothing: buffers are cleared.
//
//   known  .---------- windows of 4 words ----------.  sent
//   inputs |  seen by the host's own doing or from  |  what the host sent
//   copies |  a device                              |  of its own
//
// Both sets are bits by a hash: a window may be found in a set by accident,
// which is one of thousands.
#ifndef SIM_WITNESS_H
#define SIM_WITNESS_H

#include "sim/runtime/runtime.h"

// Only the runtime may write what is known here (seal.h).
void witness_seal(void);
// A copy of n bytes has been made; addresses as programs know them.
void witness_copied(Runtime *r, const void *to, const void *from, size_t n);
// A memset has been made.
void witness_filled(Runtime *r, const void *to, size_t n);
// Around work of a device whose parameters may hold addresses of host memory.
// params NULL: all outputs that the host may write.
void witness_before(Runtime *r, const void *params, size_t bytes);
void witness_after(Runtime *r);

#endif
