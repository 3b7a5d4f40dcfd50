// Reports of errors: traps end a kernel, notes do not.
#ifndef SIM_CORE_TRAP_H
#define SIM_CORE_TRAP_H

#include "sim/mem/mem.h"
#include "sim/ptx/ptx.h"
#include "sim/sim.h"

typedef struct Code Code;
typedef struct Insn Insn;
typedef struct Launch Launch;
typedef struct Warp Warp;

// Records a trap for the lowest lane of `lanes` and returns NULL: a handler
// ends with `return warp_trap(...)`. The message is composed in trap.c from
// kind, address, size and the instruction's site.
const Insn *warp_trap(Warp *w, const Insn *in, SimTrapKind kind, uint32_t lanes,
                      uint64_t address, const char *access, uint32_t bytes);
// Fills what a trap of w says about an access: t has its kind and its place.
void trap_access(SimTrap *t, Warp *w, const Insn *in, uint64_t address,
                 const char *access, uint32_t bytes);
// Notes a trap that does not stop the kernel (SHUFFLE, BARRIER as a report).
void warp_note(Warp *w, const Insn *in, SimTrapKind kind, uint32_t lanes,
               const char *fmt, ...) __attribute__((format(printf, 5, 6)));
// Adds a note made elsewhere; merges kind and line.
void launch_note(Launch *la, const SimTrap *t);

// Writes to t->alloc_note in words where t->address lies: "4 bytes past the end
// of a 4096-byte allocation"; nothing if a is NULL. Safe in a signal handler.
void trap_note_allocation(SimTrap *t, const Alloc *a);
// The allocation that the access means: the one of the pointer, among the
// launch's parameters, from which its address is made. NULL: not known.
const Alloc *trap_meant(const Warp *w, const Insn *in);

// As warp_trap, with a message of its own.
const Insn *warp_trap_text(Warp *w, const Insn *in, SimTrapKind kind,
                           uint32_t lanes, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
// Adds the notes of from, which came later, to those of to.
void notes_move(Launch *to, Launch *from);
// Gives the trap just recorded a second place.
void warp_trap_other(Warp *w, SrcLoc loc);
// Appends " of FILE" to text that has a second place's line, if it is in
// another file than the first.
void trap_add_file(const SimTrap *t, char *text, size_t size);
// The place of in, as the learner knows it; line 0 unknown.
SrcLoc insn_loc(const Launch *la, const Code *code, const Insn *in);
// The same of a site.
SrcLoc site_loc(const Launch *la, const Code *code, uint32_t site);
// True if in itself stands in a file of the toolkit: a library's own code, for
// which its caller's line is only the way there.
bool insn_in_library(const Launch *la, const Code *code, const Insn *in);
// A note (warp_note) to be filled: kind, place and the lowest of lanes are
// there. NULL: it has been told of this line before, and is counted.
SimTrap *warp_note_begin(Warp *w, const Insn *in, SimTrapKind kind,
                         uint32_t lanes);
// The same for an instruction of other code than what runs now.
SimTrap *warp_note_at(Warp *w, const Code *code, const Insn *in,
                      SimTrapKind kind, uint32_t lanes);
// The same of what is doubtful, or no more than a note.
SimTrap *warp_note_mild(Warp *w, const Code *code, const Insn *in,
                        SimSeverity severity, SimTrapKind kind, uint32_t lanes);
// A note about in that is not recorded yet.
SimTrap trap_draft(Warp *w, const Code *code, const Insn *in, SimTrapKind kind,
                   uint32_t lanes);
// True if a note of the same kind and place is there: it is counted.
bool launch_note_again(Launch *la, const SimTrap *t);
// Gives t its sentence, and the kind's hint if it has none.
void trap_say(SimTrap *t, const char *fmt, ...) PRINTF(2, 3);

#endif
