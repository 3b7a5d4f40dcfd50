// Values that nobody gave: what a shuffle brings from a lane that does not take
// part, what a thread reads of its own array before it has written it, shared
// memory that no thread of the block wrote.
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

#include "sim/check/shmem.h"
#include "sim/core/warp.h"
#include "sim/sim.h"

// The destination of `in`, which the warp executes or has waited in, is
// undefined in these lanes; draft is what to report once it is used. False:
// that line has been reported, or patience is over; nobody follows it.
bool undefined_begin(Warp *w, const Code *code, const Insn *in, uint32_t lanes,
                     const SimTrap *draft);
// The warp begins: its function may read registers that nobody wrote, such as
// variables without a first value.
void undefined_enter(Warp *w, const Code *code);
// The same of shared memory that the lanes read at `at`: e is the first of
// them. Others may still write it before the next barrier: undefined_settle
// says that nobody did.
void undefined_blank(const ShmemEarly *e, uint32_t lanes,
                     const uint64_t at[WARP_SIZE]);
void undefined_settle(const ShmemEarly *e);
// True if what was read there has reached memory, an address or a branch.
bool undefined_is_used(const ShmemEarly *e);

// For handlers that spread what lanes read over the warp's registers, matrices:
// the lanes whose last request brought what nobody wrote, and where that goes.
uint32_t undefined_found(Warp *w);
void undefined_mark(Warp *w, Slot slot, uint32_t lanes);
// The lanes in which a register is undefined.
uint32_t undefined_lanes(Warp *w, Slot slot);
// A register of a product: undefined in these lanes, by what the operands
// brought.
void undefined_result(Warp *w, Slot slot, uint32_t lanes, const Slot *operands,
                      int n);
// Lane l has read an undefined value, taint t of its block's shared memory.
void undefined_again(Warp *w, const Insn *in, uint32_t l, uint32_t t);
// After a store to shared memory: notes the undefined values among it, for
// plain ones.
void undefined_stored(Warp *w, const Insn *in, const Access *a);
// For handlers of matrices: does the store that w executes put any there? Then
// of what lane l writes the bytes from `from` on are what lane `of` has in
// slot.
bool undefined_stores(const Warp *w);
void undefined_store(Warp *w, const Access *a, uint32_t l, uint32_t from,
                     uint32_t bytes, Slot slot, uint32_t of);
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
