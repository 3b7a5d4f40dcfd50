// Values that nobody gave: what a shuffle brings from a lane that does not take
// part, what a thread reads of its own array before it has written it.
//
// Such a value is no mistake as long as nobody uses it: compilers load before
// they know that they need to, and a sum over half a warp brings garbage to the
// lanes whose sums nobody asks for. So it is followed through the warp's
// registers, lane by lane, until it reaches memory, an address or a branch.
// That is when it is reported, at the line where it came from.
//
// Nothing of this costs anything before the first such value. From then on the
// warp runs carefully (launch/warp_run.c): undefined_before looks at each
// instruction, until nothing undefined is left or patience is.
#ifndef SIM_UNDEFINED_H
#define SIM_UNDEFINED_H

#include "sim/core/warp.h"
#include "sim/sim.h"

// The destination of `in`, which the warp executes or has waited in, is
// undefined in these lanes; draft is what to report once it is used. False:
// that line has been reported, or patience is over; nobody follows it.
bool undefined_begin(Warp *w, const Code *code, const Insn *in, uint32_t lanes,
                     const SimTrap *draft);
// True while anything undefined may be left.
bool undefined_is_left(const Warp *w);
// Before w executes in.
void undefined_before(Warp *w, const Insn *in);
// A shuffle: lane l of lanes gets what lane from[l] gave at its at[l].
void undefined_shuffle(Warp *w, const Insn *const at[WARP_SIZE], uint32_t lanes,
                       const uint32_t from[WARP_SIZE]);
// Forgets all: the warp begins another block.
void undefined_drop(Warp *w);

#endif
